const NEITHER_WORD_NOR_BLANK = /[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu;

/** The anchor that GitHub gives a heading, so that one link leads to the same place there and here. */
const slugOf = (heading: string): string =>
  heading.trim().toLowerCase().replace(NEITHER_WORD_NOR_BLANK, '').replaceAll(' ', '-');

/** Gives the headings of one page their anchors; those of one name are counted from the second on. */
export function slugger(): (heading: string) => string {
  const counts = new Map<string, number>();
  return (heading) => {
    const slug = slugOf(heading);
    const n = counts.get(slug) ?? 0;
    counts.set(slug, n + 1);
    return n === 0 ? slug : `${slug}-${n}`;
  };
}
