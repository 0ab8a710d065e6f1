/** Every page of help by the name of its file. */
declare module 'virtual:help' {
  import type { HelpPage } from '@/features/help/read/types';

  export const titles: Readonly<Partial<Record<string, string>>>;
  export const pages: Readonly<Partial<Record<string, () => Promise<{ default: HelpPage }>>>>;
}

/** The text of all pages. */
declare module 'virtual:help/index' {
  import type { Section } from '@/features/help/read/types';

  const sections: readonly Section[];
  export default sections;
}
