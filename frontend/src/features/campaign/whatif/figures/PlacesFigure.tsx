import type { Look } from '@/api/types';
import { drawPlaces, heightOfPlaces } from '@/features/campaign/whatif/figures/drawPlaces';
import type { PlaceShares } from '@/features/campaign/whatif/figures/drawPlaces';
import type { Draws } from '@/features/campaign/whatif/state/draws';
import { formatShare } from '@/shared/format/numbers';
import { Figure } from '@/shared/ui/figure/Figure';
import { numbers, words } from '@/shared/ui/figure/figureTable';

/** The runs in the order of the look, and how often each takes each place. */
export function placeShares({ runs, nDraws }: Draws, look: Look): PlaceShares[] {
  const placeOf = new Map(look.runs.map(({ run, place }) => [run, place]));
  return runs
    .toSorted((a, b) => (placeOf.get(a.run) ?? 0) - (placeOf.get(b.run) ?? 0))
    .map(({ run, places }) => ({
      run,
      shares: places.map((n) => (nDraws === 0 ? 0 : n / nDraws)),
    }));
}

type Props = Readonly<{ draws: Draws; look: Look; measure: string }>;

/** How sure each place is. */
export function PlacesFigure({ draws, look, measure }: Props) {
  const rows = placeShares(draws, look);
  const title = `Places of the runs by ${measure} in ${draws.nDraws} draws`;
  const columns = [
    words<PlaceShares>('run', ({ run }) => run),
    ...rows.map((_, at) =>
      numbers<PlaceShares>(`${at + 1}`, ({ shares }) => shares[at] ?? null, formatShare),
    ),
  ];
  return (
    <Figure
      title={title}
      caption={`${title} of assessors and topics; the darker, the more draws give a run that place. In each draw ${formatShare(draws.keptVotes)} of pairs keep their votes, as none of their assessors was drawn.`}
      draw={drawPlaces}
      of={rows}
      table={{ name: title, columns, rows }}
      fileName="places"
      height={heightOfPlaces(rows.length)}
    />
  );
}
