import type { AgreementInDepth } from '@/api/types';
import { valueOf } from '@/features/campaign/agreement/draw/estimates';
import { IntervalFigure } from '@/features/campaign/agreement/votes/IntervalFigure';
import { counted, formatScore } from '@/shared/format/numbers';
import { FLEISS_RULES } from '@/features/campaign/agreement/summary/fleissRules';
import text from '@/shared/styles/text.module.css';

type Props = Readonly<{ depth: AgreementInDepth; name: string }>;

function about({ n_pairs, n_topics, n_votes, n_filled, fleiss, scale }: AgreementInDepth): string {
  const stand = scale.includes(null) ? 'not judged' : 'filled in';
  const filled = n_filled > 0 ? `, ${counted(n_filled, 'vote')} of them ${stand}` : '';
  return (
    `${counted(n_votes, 'vote')} on ${counted(n_pairs, 'pair')} of ${counted(n_topics, 'topic')}${filled}. ` +
    `Fleiss’ κ takes the pairs with exactly ${counted(fleiss.n_votes, 'vote')}: ${FLEISS_RULES[fleiss.rule]}. ` +
    'For all but Same grade, 0 is agreement by chance and 1 is full agreement. If grades are ordered, report α ordinal.'
  );
}

/** Every coefficient with its interval, and how a κ may be read. */
export function CoefficientSection({ depth, name }: Props) {
  const { reading } = depth;
  return (
    <section aria-labelledby="coefficients">
      <h3 id="coefficients">How far assessors agree</h3>
      <IntervalFigure
        title="Coefficients of agreement"
        about={about(depth)}
        estimates={depth.coefficients}
        sampling={depth.sampling}
        fileName={`agreement-${name}`}
      />
      {reading !== null && (
        <p>
          A κ of {formatScore(valueOf(depth.coefficients, 'fleiss_kappa'))} reads as “
          {reading.landis_koch}” by Landis and Koch (1977), and as “{reading.mchugh}” by McHugh
          (2012). <span className={text.soft}>{reading.warning}</span>
        </p>
      )}
    </section>
  );
}
