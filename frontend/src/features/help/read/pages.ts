import { pages, titles } from 'virtual:help';
import type { HelpPage } from '@/features/help/read/types';

/** What the page calls itself; none where there is no page of that name. */
export const titleOf = (name: string): string | undefined =>
  Object.hasOwn(titles, name) ? titles[name] : undefined;

export const allNames = (): readonly string[] => Object.keys(titles);

const begun = new Map<string, Promise<HelpPage>>();

/** The page, loaded once; a load that failed is begun anew. */
export function loadPage(name: string): Promise<HelpPage> {
  const known = begun.get(name);
  if (known !== undefined) return known;
  const load = async (): Promise<HelpPage> => {
    try {
      const content = await pages[name]?.();
      if (content === undefined) throw new Error(`There is no help page named ${name}.`);
      return content.default;
    } catch (error) {
      begun.delete(name);
      throw error;
    }
  };
  const promise = load();
  begun.set(name, promise);
  return promise;
}
