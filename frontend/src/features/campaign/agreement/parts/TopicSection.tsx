import { useCallback, useState } from 'react';
import type { AgreementParts, PartAgreement } from '@/api/types';
import { useAgreementParts } from '@/features/campaign/api/agreement';
import type { Category } from '@/features/campaign/agreement/choice/categories';
import type { Choice } from '@/features/campaign/agreement/choice/choice';
import { drawBoxes } from '@/features/campaign/agreement/draw/drawBoxes';
import type { Box } from '@/features/campaign/agreement/draw/drawBoxes';
import { Part } from '@/features/campaign/agreement/parts/Part';
import { partColumns } from '@/features/campaign/agreement/parts/partColumns';
import { spreadOf } from '@/features/campaign/agreement/draw/spread';
import { addressOf } from '@/features/campaign/pairs/search/search';
import { Link } from '@/shared/routing/Link';
import { counted } from '@/shared/format/numbers';
import { Pager } from '@/shared/ui/tables/Pager';
import { Figure } from '@/shared/ui/figure/Figure';
import { counts } from '@/shared/ui/figure/figureTable';
import type { Column } from '@/shared/ui/figure/figureTable';

/** The last of a part's figures is the one by which topics are sorted. */
const alphaOf = ({ coefficients }: PartAgreement): number | null =>
  coefficients.at(-1)?.value ?? null;

const boxesOf = ({ groups, scale }: AgreementParts): Box[] =>
  groups.flatMap((part, place) => {
    const spread = spreadOf(scale, part.n_by_grade);
    return spread === null ? [] : [{ ...spread, place, name: part.name, alpha: alphaOf(part) }];
  });

const gradeColumns = (categories: readonly Category[]): Column<PartAgreement>[] =>
  categories.map(({ name }, index) =>
    counts<PartAgreement>(name, ({ n_by_grade: ns }) => ns[index] ?? 0),
  );

type FigureProps = Readonly<{
  parts: AgreementParts;
  categories: readonly Category[];
  campaignId: number;
}>;

function TopicFigure({ parts, categories, campaignId }: FigureProps) {
  const draw = useCallback(
    (width: number) => {
      const grades = parts.scale.filter((grade) => grade !== null);
      return drawBoxes(boxesOf(parts), grades, width);
    },
    [parts],
  );
  const link = ({ name }: PartAgreement) => (
    <Link to={`/campaigns/${campaignId}/pairs${addressOf({ query_id: name })}`}>{name}</Link>
  );
  return (
    <Figure
      title="Spread of grades by topic"
      caption={`${counted(parts.n, 'topic')}, those on which assessors agree least, by the last coefficient of the table, first. Box from quartile to quartile, line at the median, dot at the mean, whiskers to the lowest and the highest grade.`}
      draw={draw}
      table={{
        name: 'Spread of grades by topic',
        columns: [...partColumns('topic', parts.groups, link), ...gradeColumns(categories)],
        rows: parts.groups,
      }}
      fileName="agreement-by-topic"
      height={264}
    />
  );
}

type Props = Readonly<{
  campaignId: number;
  choice: Choice;
  categories: readonly Category[];
}>;

/** How grades spread within each topic: the topics to look at first come first. */
export function TopicSection({ campaignId, choice, categories }: Props) {
  const [page, setPage] = useState(0);
  const topics = useAgreementParts(campaignId, { by: 'topic', page }, choice);
  return (
    <section aria-labelledby="topics">
      <h3 id="topics">By topic</h3>
      <Part query={topics} waiting="Comparing topics">
        {(parts) => (
          <>
            <TopicFigure parts={parts} categories={categories} campaignId={campaignId} />
            <Pager
              page={page + 1}
              nPages={parts.n_pages}
              of="topics"
              onChange={(next) => setPage(next - 1)}
            />
          </>
        )}
      </Part>
    </section>
  );
}
