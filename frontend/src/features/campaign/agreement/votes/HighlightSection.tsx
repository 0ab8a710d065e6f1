import type { AgreementInDepth, HighlightAgreement } from '@/api/types';
import { IntervalFigure } from '@/features/campaign/agreement/votes/IntervalFigure';
import { addressOf } from '@/features/campaign/pairs/search/search';
import { counted, formatCount } from '@/shared/format/numbers';
import { Link } from '@/shared/routing/Link';

type Props = Readonly<{
  highlights: HighlightAgreement;
  sampling: AgreementInDepth['sampling'];
  campaignId: number;
}>;

/** How far people highlight the same. */
export function HighlightSection({ highlights, sampling, campaignId }: Props) {
  const { agreement, n_pairs: nPairs, n_in_all: nInAll } = highlights;
  const { strict, lenient, jaccard, empty } = agreement;
  const drawn = nInAll > nPairs ? `, drawn from ${formatCount(nInAll)}` : '';
  return (
    <section aria-labelledby="highlights">
      <h3 id="highlights">Highlights</h3>
      <IntervalFigure
        title="Agreement on highlights"
        about={`${counted(agreement.n_answers, 'answer')} to ${counted(nPairs, 'pair')} on which somebody highlighted words${drawn}. 1 is full agreement.`}
        estimates={[strict, lenient, jaccard, empty]}
        sampling={sampling}
        fileName="agreement-on-highlights"
      />
      <p>
        <Link to={`/campaigns/${campaignId}/pairs${addressOf({ only: ['highlighted'] })}`}>
          The pairs with highlights
        </Link>
      </p>
    </section>
  );
}
