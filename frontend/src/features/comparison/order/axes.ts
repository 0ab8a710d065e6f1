/** What the runs are ordered by: a measure under a label set. */
export type Axis = Readonly<{ labels: string; measure: string }>;

/** How the address names the axes of the scatter. */
export const NAMES = {
  x: { measure: 'across', labels: 'across_under' },
  y: { measure: 'up', labels: 'up_under' },
} as const;

export type AxisName = keyof typeof NAMES;

type Compared = Readonly<{ labels: readonly string[]; measures: readonly string[] }>;

type Axes = Readonly<{ x: Axis; y: Axis; found: readonly string[] }>;

/** The first label set against the last, or one measure against another. */
function usualAxes({ labels, measures }: Compared, of: string): Readonly<Record<AxisName, Axis>> {
  const other = measures.find((name) => name !== of) ?? of;
  return {
    x: { labels: labels[0] ?? '', measure: of },
    y: { labels: labels.at(-1) ?? '', measure: labels.length > 1 ? of : other },
  };
}

const KINDS = { labels: 'label set', measure: 'measure' } as const;

/**
 * The two orders that the address names; of each part the usual one where it names none, or none that is compared, which
 * a sentence says.
 *
 * @param of the measure that is looked at
 */
export function readAxes(params: URLSearchParams, compared: Compared, of: string): Axes {
  const usual = usualAxes(compared, of);
  const found: string[] = [];
  const part = (axis: AxisName, kind: keyof typeof KINDS, names: readonly string[]): string => {
    const asked = params.get(NAMES[axis][kind]) ?? '';
    if (names.includes(asked)) return asked;
    const shown = usual[axis][kind];
    if (asked !== '')
      found.push(`No ${KINDS[kind]} called “${asked}” is compared: ${shown} is shown.`);
    return shown;
  };
  const read = (axis: AxisName): Axis => ({
    measure: part(axis, 'measure', compared.measures),
    labels: part(axis, 'labels', compared.labels),
  });
  return { x: read('x'), y: read('y'), found };
}
