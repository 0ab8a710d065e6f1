import { jsPDF } from 'jspdf';
import { svg2pdf } from 'svg2pdf.js';
import { encodable } from '@/shared/ui/figure/encodable';
import type { Size } from '@/shared/ui/figure/standAlone';

/** A CSS pixel in points. */
const POINT = 0.75;

function settleLetters(picture: SVGSVGElement): void {
  picture.setAttribute('font-family', 'helvetica');
  const texts = document.createTreeWalker(picture, NodeFilter.SHOW_TEXT);
  while (texts.nextNode() !== null) {
    const { currentNode: node } = texts;
    const isDrawn = /^(text|tspan)$/.test(node.parentElement?.tagName ?? '');
    if (isDrawn) node.nodeValue = encodable(node.nodeValue ?? '');
  }
}

/** A picture that stands alone as a PDF of one page, its lines and letters as such. It is changed. */
export async function toPdf(picture: SVGSVGElement, { width, height }: Size): Promise<Blob> {
  settleLetters(picture);
  const [wide, high] = [width * POINT, height * POINT];
  const pdf = new jsPDF({
    unit: 'pt',
    format: [wide, high],
    orientation: wide > high ? 'landscape' : 'portrait',
    compress: true,
  });
  pdf.setProperties({ title: picture.querySelector('title')?.textContent ?? '' });
  await svg2pdf(picture, pdf, { width: wide, height: high });
  return pdf.output('blob');
}
