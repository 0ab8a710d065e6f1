import { render } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Figure } from '@/shared/ui/figure/Figure';
import { openOnClick } from '@/shared/ui/figure/openOnClick';
import type { OnPlace } from '@/shared/ui/figure/openOnClick';

/** Says at once that there is room to draw. */
class WideObserver {
  private readonly report: (entries: unknown[]) => void;
  constructor(report: (entries: unknown[]) => void) {
    this.report = report;
  }
  observe = (): void => this.report([{ contentRect: { width: 300 } }]);
  unobserve = (): void => undefined;
  disconnect = (): void => undefined;
}

function drawBar(_width: number, _of: unknown, onPlace: OnPlace): Element {
  const drawing = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  drawing.append(document.createElementNS('http://www.w3.org/2000/svg', 'rect'));
  openOnClick(drawing, 'rect', onPlace);
  return drawing;
}

it.each([
  ['something', () => undefined, 'pointer'],
  ['nothing', undefined, ''],
])('where a bar opens %s the pointer says so', (_, onPlace, cursor) => {
  vi.stubGlobal('ResizeObserver', WideObserver);
  const table = { name: 'bars', columns: [], rows: [] };
  const { container } = render(
    <Figure
      title="Bars"
      caption=""
      draw={drawBar}
      table={table}
      fileName="bars"
      onPlace={onPlace}
    />,
  );
  expect(container.querySelector('rect')?.style.cursor).toBe(cursor);
});
