import type { Agreement, AgreementRow, Board } from '@/api/types';
import { FLEISS_RULES } from '@/features/campaign/agreement/summary/fleissRules';
import { FoldedSection } from '@/features/campaign/kit/FoldedSection';
import { definitionOf } from '@/shared/definitions/definitions';
import { counted, formatScore } from '@/shared/format/numbers';
import { Link } from '@/shared/routing/Link';
import { Defined } from '@/shared/ui/Defined';
import styles from '@/features/campaign/agreement/summary/AgreementFigures.module.css';
import text from '@/shared/styles/text.module.css';

type Figure = Readonly<{ coefficient: string; name: string; value: string; meaning: string }>;

/** The figures that the board does not begin with, each with its meaning and its basis. */
function figuresOf(row: AgreementRow): Figure[] {
  const fleissPairs = counted(row.fleiss_n_pairs, 'pair');
  const filled = row.n_filled > 0 ? `; ${counted(row.n_filled, 'vote')} filled in` : '';
  return [
    {
      coefficient: 'fleiss_kappa',
      name: 'Fleiss’ κ',
      value: formatScore(row.fleiss_kappa),
      meaning: `beyond chance, on the ${fleissPairs} with exactly ${counted(row.fleiss_votes, 'vote')}, ${FLEISS_RULES[row.fleiss_rule]}${filled}`,
    },
    {
      coefficient: 'alpha_nominal',
      name: 'Krippendorff’s α, nominal',
      value: formatScore(row.alpha_nominal),
      meaning: 'beyond chance, with any number of votes; every difference counts the same',
    },
  ];
}

export function AgreementFigures({ row }: Readonly<{ row: AgreementRow }>) {
  return (
    <>
      <p className={text.softNumber}>
        {counted(row.n_votes, 'vote')} on {counted(row.n_pairs, 'pair')}. 0 is agreement by chance,
        1 is full agreement; same grade and ordinal α are at the top of this page.
      </p>
      <dl className={styles.figures}>
        {figuresOf(row).map(({ coefficient, name, value, meaning }) => (
          <div key={name}>
            <dt>
              <Defined at={definitionOf('coefficients', coefficient)}>{name}</Defined>
            </dt>
            <dd className={styles.value}>{value}</dd>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

type Props = Readonly<{ campaign: Board['campaign']; agreement: Agreement | null }>;

/** How far assessors agree, beyond the board's first figures; a page of its own has the rest. */
export function AgreementSection({ campaign, agreement }: Props) {
  return (
    <FoldedSection id="agreement" title="Agreement">
      {agreement === null ? (
        <p className={text.soft}>
          {campaign.judges_here
            ? 'You judge in this campaign, so agreement stays hidden until it ends.'
            : 'There are too many judgments to compare on the board.'}
        </p>
      ) : (
        <AgreementFigures row={agreement.overall} />
      )}
      {agreement !== null && agreement.n_model_votes_left_out > 0 && (
        <p className={text.softNumber}>
          {counted(agreement.n_model_votes_left_out, 'vote')} of models left out.
        </p>
      )}
      {agreement !== null && agreement.n_further_votes_left_out > 0 && (
        <p className={text.softNumber}>
          {counted(agreement.n_further_votes_left_out, 'further vote')} left out: they were asked
          for where grades disagree.
        </p>
      )}
      {!campaign.judges_here && (
        <p>
          <Link to={`/campaigns/${campaign.id}/agreement`}>Look closer</Link>
        </p>
      )}
    </FoldedSection>
  );
}
