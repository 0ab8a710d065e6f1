import { match } from '@/shared/routing/match';

/** What fits a place; the first pattern that fits counts. `**` is the place and all below it. */
export const PLACES: readonly (readonly [pattern: string, page: string])[] = [
  ['/judge/:id/record', '/judging#what-is-recorded'],
  ['/campaigns/new', '/operations#running-a-campaign'],
  ['/campaigns/:id/agreement', '/agreement'],
  ['/campaigns/:id/assessors', '/agreement#one-assessor'],
  ['/campaigns/:id/assessors/:name', '/agreement#one-assessor'],
  ['/campaigns/:id/labels', '/labels'],
  ['/campaigns/:id/what-if', '/what-if'],
  ['/campaigns/:id/figures', '/figures'],
  ['/campaigns/:id/topics', '/pools#in-a-campaign'],
  ['/campaigns/**', '/operations#running-a-campaign'],
  ['/compare', '/measures'],
  ['/comparisons/**', '/measures'],
  ['/topics/**', '/measures'],
  ['/library', '/rankers'],
  ['/library/collections/**', '/operations#the-library-owners-sight-archive'],
  ['/library/topics/of/:name/board', '/significance#leaderboards'],
  ['/library/topics/**', '/operations#the-library-owners-sight-archive'],
  ['/passages/**', '/measures'],
  ['/accounts', '/operations#accounts'],
  ['/library/compute', '/rankers'],
  ['/library/jobs/**', '/rankers'],
  ['/library/pairs', '/rankers#duot5-duo-t5'],
  ['/library/runs/**', '/measures'],
  ['/library/labels/compare', '/labels#label-sets-compared'],
  ['/library/labels/combine', '/labels#label-sets-combined'],
  ['/library/labels/**', '/labels'],
  ['/library/import', '/operations#uploads'],
  ['/library/variants/**', '/variants'],
  ['/library/studies/**', '/studies'],
  ['/library/trainings/**', '/rankers#trained-here'],
  ['/library/calls/**', '/teams'],
  ['/api/docs', '/programs'],
  ['/account', '/operations#people-and-their-rights'],
];

const BELOW = '/**';

function fits(pattern: string, pathname: string): boolean {
  if (!pattern.endsWith(BELOW)) return match(pattern, pathname) !== null;
  const top = pattern.slice(0, -BELOW.length);
  return pathname === top || pathname.startsWith(`${top}/`);
}

/** The page of help for a page of ours, by its address; all of the help where none fits better. */
export function helpFor(pathname: string): string {
  const [, page = ''] = PLACES.find(([pattern]) => fits(pattern, pathname)) ?? [];
  return `/help${page}`;
}
