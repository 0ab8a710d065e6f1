import type { Size } from '@/shared/ui/figure/standAlone';

/** Dots of the picture for each of the drawing, so that it is sharp in print. */
const SCALE = 2;

const failed = (): Error => new Error('This browser cannot make a PNG of the drawing.');

/** Needs `blob:` among the pictures that the content policy allows. */
async function loaded(address: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = address;
  await image.decode();
  return image;
}

function painted(image: HTMLImageElement, { width, height }: Size): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * SCALE);
  canvas.height = Math.round(height * SCALE);
  const brush = canvas.getContext('2d');
  if (brush === null) throw failed();
  brush.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** A drawing that stands alone, as a PNG of twice its size. */
export async function toPng(svg: Blob, size: Size): Promise<Blob> {
  const address = URL.createObjectURL(svg);
  try {
    const canvas = painted(await loaded(address), size);
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob === null ? reject(failed()) : resolve(blob)), 'image/png'),
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}
