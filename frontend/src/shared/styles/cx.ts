/** The class names that there are, as one attribute. */
export const cx = (...names: readonly (string | false | undefined)[]): string =>
  names.filter(Boolean).join(' ');
