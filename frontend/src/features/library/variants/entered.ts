import type { Collection, Recipe, TopicSet, VariantSource } from '@/api/types';

/** What a variant is made of: its kind, and its name. */
export type Ground = Pick<VariantSource, 'what' | 'of'>;

export const groundValue = ({ what, of }: Ground): string => `${what} ${of}`;

const originalsFirst = <T extends Readonly<{ parent: string | null }>>(sets: readonly T[]): T[] => [
  ...sets.filter(({ parent }) => parent === null),
  ...sets.filter(({ parent }) => parent !== null),
];

/** All that a variant can be made of; what is a variant itself comes after the originals. */
export const groundsOf = (
  collections: readonly Collection[],
  topicSets: readonly TopicSet[],
): Ground[] => [
  ...originalsFirst(topicSets).map(({ name }) => ({ what: 'topics', of: name }) as const),
  ...originalsFirst(collections).map(({ name }) => ({ what: 'collection', of: name }) as const),
];

/** The recipes that fit: the ones for queries where topics are changed, for passages otherwise. */
export const fitting = (ready: readonly Recipe[], what: Ground['what']): Recipe[] =>
  ready.filter(({ name }) => name.includes('queries') === (what === 'topics'));

/** The recipe as it is written, or null where that is no JSON. */
export function readRecipe(written: string): object | null {
  try {
    const read: unknown = JSON.parse(written);
    return typeof read === 'object' ? read : null;
  } catch {
    return null;
  }
}

export const writeRecipe = (recipe: unknown): string => JSON.stringify(recipe, null, 1);
