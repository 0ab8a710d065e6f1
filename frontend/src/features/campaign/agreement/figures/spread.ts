/** Five numbers of the grades that were given to something, and their mean. */
export type Spread = Readonly<{
  least: number;
  lower: number;
  median: number;
  upper: number;
  most: number;
  mean: number;
}>;

/** The value at a share of the way through grades that are in order, between two where it falls so. */
function quantile(grades: readonly number[], share: number): number {
  const place = (grades.length - 1) * share;
  const [low = 0, high = 0] = [grades[Math.floor(place)], grades[Math.ceil(place)]];
  return low + (high - low) * (place - Math.floor(place));
}

/** How grades spread, by how often each was given; null where none was. What is no grade is left out. */
export function spreadOf(
  scale: readonly (number | null)[],
  nByGrade: readonly number[],
): Spread | null {
  const grades = scale
    .flatMap((grade, index) =>
      grade === null ? [] : Array<number>(nByGrade[index] ?? 0).fill(grade),
    )
    .sort((a, b) => a - b);
  if (grades.length === 0) return null;
  const [least, lower, median, upper, most] = [0, 0.25, 0.5, 0.75, 1].map((share) =>
    quantile(grades, share),
  ) as [number, number, number, number, number];
  const mean = grades.reduce((sum, grade) => sum + grade, 0) / grades.length;
  return { least, lower, median, upper, most, mean };
}
