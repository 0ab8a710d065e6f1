import type { CampaignFigures } from '@/api/types';
import type { Group } from '@/shared/ui/figure/groups';

const LIST = new Intl.ListFormat('en', { type: 'conjunction' });

/** The column of all topics or pairs, which needs no name beside its parts. */
const OF_ALL = 'all';

type Drawn = Readonly<{
  groups: readonly Group[];
  kinds: readonly string[];
  /** Which kinds are drawn once for several; '' where all differ. */
  note: string;
}>;

/** Kinds whose bars are the same everywhere, drawn once under the name of the first. */
export function oneOfEach(groups: readonly Group[], kinds: readonly string[]): Drawn {
  const columns = kinds.map((_, kind) => JSON.stringify(groups.map(({ values }) => values[kind])));
  const firsts = kinds.flatMap((_, kind) =>
    columns.indexOf(columns[kind] ?? '') === kind ? [kind] : [],
  );
  const notes = firsts.flatMap((first) => {
    const same = kinds.filter((_, kind) => columns[kind] === columns[first]);
    const named = same.filter((kind) => kind !== OF_ALL);
    return same.length > 1 ? [`Same for ${LIST.format(named)}.`] : [];
  });
  return {
    groups: groups.map((group) => ({
      ...group,
      values: firsts.map((kind) => group.values[kind] ?? null),
    })),
    kinds: firsts.map((kind) => kinds[kind] ?? ''),
    note: notes.join(' '),
  };
}

type Figures = CampaignFigures['figures'];

/** Without figures that repeat one above: of the same axes, columns and rows under another title. */
export function withoutRepeats(figures: Figures): Figures {
  const shown = figures.map(({ x_axis, y_axis, columns, rows }) =>
    JSON.stringify([x_axis, y_axis, columns, rows]),
  );
  return figures.filter(
    ({ rows }, place) => rows.length === 0 || shown.indexOf(shown[place] ?? '') === place,
  );
}

/** The only group that has anything, of several; a sentence says as much as its bar. */
export function onlyOne(
  groups: readonly Group[],
  kinds: readonly string[],
): Readonly<{ name: string; n: number }> | null {
  if (kinds.length > 1 || groups.length < 2) return null;
  const [first, ...others] = groups.filter(({ values }) => (values[0] ?? 0) > 0);
  const isAlone = first !== undefined && others.length === 0;
  return isAlone ? { name: first.name, n: first.values[0] ?? 0 } : null;
}
