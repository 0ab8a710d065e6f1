import { useEffect, useState } from 'react';
import { Link } from '@/shared/routing/Link';
import { pageBox } from '@/features/judging/outbox/letterBox';
import type { Pile } from '@/features/judging/outbox/letters';
import { counted } from '@/shared/format';

function Words({ pile, isOwn }: Readonly<{ pile: Pile; isOwn: boolean }>) {
  const verb = pile.n === 1 ? 'waits' : 'wait';
  if (!isOwn) {
    return (
      <>
        {counted(pile.n, 'judgment')} of {pile.username} {verb} in this browser, and{' '}
        {pile.n === 1 ? 'is' : 'are'} sent when {pile.username} signs in here again.
      </>
    );
  }
  const campaign = <Link to={`/judge/${pile.campaignId}`}>Open the campaign</Link>;
  if (pile.nRefused > 0) {
    return (
      <>
        {counted(pile.nRefused, 'judgment')} of yours {pile.nRefused === 1 ? 'was' : 'were'} not
        taken. {campaign} to see why.
      </>
    );
  }
  return (
    <>
      {counted(pile.n, 'judgment')} of yours {verb} in this browser. {campaign} to send{' '}
      {pile.n === 1 ? 'it' : 'them'}.
    </>
  );
}

type Props = Readonly<{
  username: string;
  /** Of the campaign that lies open, one's own are told of elsewhere. */
  openCampaignId?: number;
}>;

/** Judgments that wait in this browser and are not sent from here: of others, or for other campaigns. */
export default function WaitingLetters({ username, openCampaignId }: Props) {
  const [piles, setPiles] = useState<readonly Pile[]>([]);
  useEffect(() => {
    let isShown = true;
    void pageBox.piles().then((found) => isShown && setPiles(found));
    return () => {
      isShown = false;
    };
  }, []);
  const elsewhere = piles.filter(
    (pile) => pile.username !== username || pile.campaignId !== openCampaignId,
  );
  return elsewhere.map((pile) => (
    <p key={`${pile.campaignId}/${pile.username}`} className="letters-wait" role="note">
      <Words pile={pile} isOwn={pile.username === username} />
    </p>
  ));
}
