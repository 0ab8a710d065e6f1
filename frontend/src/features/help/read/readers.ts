import { allNames, titleOf } from '@/features/help/read/pages';

type Entry = Readonly<{ to: string; title: string }>;
export type Reader = Readonly<{ name: string; entries: readonly Entry[] }>;

/** Pages by who reads them. A part of a page is named with its anchor and a title of its own. */
const BY_READER: Readonly<Record<string, readonly (string | Entry)[]>> = {
  'For assessors': ['judging'],
  'For organizers': [
    { to: 'operations#running-a-campaign', title: 'Running a campaign' },
    ...['labels', 'agreement', 'figures', 'highlights', 'recorded-campaigns', 'real-campaign'],
  ],
  'For researchers': ['measures', 'significance', 'verdicts', 'rankers', 'studies', 'variants'],
  'For those who run an installation': ['operations', 'commands'],
  'For developers': ['architecture', 'library', 'roadmap'],
};

const named = (name: string): Entry[] => {
  const title = titleOf(name);
  return title === undefined ? [] : [{ to: name, title }];
};

const entriesOf = (listed: readonly (string | Entry)[]): readonly Entry[] =>
  listed.flatMap((one) => (typeof one === 'string' ? named(one) : [one]));

/** Every page, for whom it is; those that are listed for nobody stand last. */
export function readers(): readonly Reader[] {
  const listed = new Set(Object.values(BY_READER).flat());
  const rest = allNames().filter((name) => !listed.has(name));
  const groups = Object.entries({ ...BY_READER, 'For all': rest });
  return groups
    .map(([name, entries]) => ({ name, entries: entriesOf(entries) }))
    .filter(({ entries }) => entries.length > 0);
}
