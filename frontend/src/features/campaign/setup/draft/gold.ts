import type { Draft } from '@/features/campaign/setup/draft/draft';
import type { Mark } from '@/features/campaign/setup/draft/types';

type Read = Readonly<{ marks: Mark[]; trouble: string | null }>;

const HEADER = /^(query_id|qid|topic)$/i;

/** Gold pairs from lines of query_id, passage_id and the expert's grade, parted by tabs or blanks. */
function readGold(text: string, values: readonly number[]): Read {
  const marks: Mark[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const [queryId = '', passageId = '', grade = '', ...words] = line.trim().split(/\s+/);
    if (queryId === '' || (index === 0 && HEADER.test(queryId))) continue;
    const where = `line ${index + 1}`;
    if (grade === '') {
      return { marks: [], trouble: `${where}: write query_id, passage_id and grade.` };
    }
    if (!values.includes(Number(grade))) {
      const known = values.join(', ');
      return { marks: [], trouble: `${where}: the grade ${grade} is not on the scale (${known}).` };
    }
    marks.push({
      query_id: queryId,
      passage_id: passageId,
      kind: 'gold',
      priority: 0,
      grade: Number(grade),
      explanation: words.join(' '),
    });
  }
  return { marks, trouble: null };
}

/** The gold pairs of a draft, or what is wrong with them on its scale. */
export const goldOf = ({ gold, grades }: Draft): Read =>
  readGold(
    gold,
    grades.map(({ value }) => value),
  );

/** How many gold pairs a draft names. */
export const nGoldOf = (draft: Draft): number => goldOf(draft).marks.length;
