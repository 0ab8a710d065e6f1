import { useState } from 'react';
import { useSession } from '@/api/session';
import { useRead } from '@/api/read';
import type { CampaignOverview, CampaignState, Member } from '@/api/types';
import { useChangeMember } from '@/features/campaign/api/members';
import type { Act } from '@/features/campaign/api/members';
import { useCampaign } from '@/features/campaign/kit/useCampaign';
import { MessageSection } from '@/features/campaign/messages/MessageSection';
import { InvitationList } from '@/features/campaign/people/InvitationList';
import { InviteByMail } from '@/features/campaign/people/InviteByMail';
import { InviteForm } from '@/features/campaign/people/InviteForm';
import { SignUpSection } from '@/features/campaign/people/SignUpSection';
import {
  actsOn,
  describeAct,
  describeStatus,
  quotaMeans,
  statusOf,
} from '@/features/campaign/people/memberStatus';
import { formatCount } from '@/shared/format/numbers';
import { formatAgo } from '@/shared/format/time';
import { isOver } from '@/shared/judging/stateNames';
import { Link } from '@/shared/routing/Link';
import { cx } from '@/shared/styles/cx';
import { Tag } from '@/shared/ui/Tag';
import { RadioCards } from '@/shared/ui/fields/RadioCards';
import { TextField } from '@/shared/ui/fields/TextField';
import { Button } from '@/shared/ui/forms/Button';
import { ConfirmDialog } from '@/shared/ui/forms/ConfirmDialog';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { Waiting } from '@/shared/ui/requests/Waiting';
import { Scroller } from '@/shared/ui/tables/Scroller';
import columns from '@/features/campaign/kit/columns.module.css';
import styles from '@/features/campaign/people/members.module.css';
import parts from '@/shared/styles/parts.module.css';
import table from '@/shared/styles/table.module.css';
import text from '@/shared/styles/text.module.css';

type MemberDialogProps = Readonly<{
  campaign: CampaignOverview;
  member: Member;
  onClose: () => void;
}>;

/** One member: what is to be done, what that means, and only then the doing. */
function MemberDialog({ campaign, member, onClose }: MemberDialogProps) {
  const { id, pseudonym, quota: own } = member.membership;
  const acts = actsOn(campaign, member);
  const [act, setAct] = useState<Act | null>(acts.includes('quota') ? 'quota' : null);
  const [entered, setEntered] = useState(own === null ? '' : String(own));
  const quota = entered === '' ? null : Number(entered);
  const { mutate, error, isPending } = useChangeMember(campaign.id, id, onClose);

  return (
    <ConfirmDialog
      title={`Change ${pseudonym}`}
      verb={act === null ? 'Choose one' : describeAct(act, member).label}
      isPending={isPending}
      isReady={act !== null}
      error={error}
      onConfirm={() => act !== null && mutate({ act, quota })}
      onClose={onClose}
    >
      {acts.length === 0 && <p>Nothing can be changed about {pseudonym} any more.</p>}
      <RadioCards
        legend="Change"
        hidesLegend
        cards={acts.map((one) => ({ value: one, ...describeAct(one, member) }))}
        value={act}
        onChange={setAct}
      />
      {act === 'quota' && (
        <TextField
          label={`Quota of ${pseudonym}`}
          hint={quotaMeans(quota, member, campaign.options.quota)}
          type="number"
          min={1}
          value={entered}
          placeholder="the campaign’s quota"
          onChange={setEntered}
        />
      )}
    </ConfirmDialog>
  );
}

type Props = Readonly<{
  member: Member;
  /** What holds: their own, or the campaign's. */
  quota: number | null;
  state: CampaignState;
  /** Null where nothing can be changed any more. */
  onChange: (() => void) | null;
}>;

function MemberRow({ member, quota, state, onChange }: Props) {
  const { membership, n_judged: nJudged, n_not_judged: nNot } = member;
  const { pseudonym, role, kind } = membership;
  const status = describeStatus(member, state);
  return (
    <tr>
      <th scope="row" className={table.words}>
        {pseudonym} {kind !== 'human' && <Tag tone="simulated">{kind}</Tag>}{' '}
        {role !== 'assessor' && <Tag>{role}</Tag>}
        <small className={styles.narrowNote}>
          {status}, last active {formatAgo(member.last_active_at)}
          {nNot > 0 && `, ${formatCount(nNot)} without a grade`}
        </small>
      </th>
      <td className={cx(table.words, styles.wideOnly)}>
        {statusOf(member) === 'with us' ? status : <Tag>{status}</Tag>}
      </td>
      <td>
        {formatCount(nJudged)}
        {nNot > 0 && (
          <small className={cx(text.soft, styles.wideOnly)}>
            {' '}
            + {formatCount(nNot)} without a grade
          </small>
        )}
      </td>
      <td>
        {quota === null ? 'none' : formatCount(quota)}
        {membership.quota !== null && <small className={text.soft}> own</small>}
      </td>
      <td className={styles.wideOnly}>{formatAgo(member.last_active_at)}</td>
      {onChange !== null && (
        <td>
          <Button aria-label={`Change ${pseudonym}`} onClick={onChange}>
            Change
          </Button>
        </td>
      )}
    </tr>
  );
}

const REFRESH_MS = 30_000;

const useMembers = (campaignId: number) =>
  useRead(
    '/api/campaigns/{campaign_id}/members',
    { campaign_id: campaignId },
    { refetchInterval: REFRESH_MS },
  );

/** Everybody by pseudonym, and what can be done about each. */
function MemberTable({ campaign }: Readonly<{ campaign: CampaignOverview }>) {
  const { data: members, error } = useMembers(campaign.id);
  const [chosen, setChosen] = useState<number | null>(null);
  const isOver = campaign.state === 'archived' || campaign.anonymized_at !== null;
  if (members === undefined) {
    if (error === null) return <Waiting label="Listing the members" />;
    return <ErrorMessage error={error} />;
  }
  const member = members.find(({ membership }) => membership.id === chosen);
  return (
    <section aria-labelledby="members">
      <h2 id="members">Members</h2>
      {members.length === 0 ? (
        <p>No members yet. Invite people below.</p>
      ) : (
        <Scroller label="Members">
          <table className={cx(table.grid, styles.members)}>
            <thead>
              <tr>
                <th scope="col" className={table.words}>
                  pseudonym
                </th>
                <th scope="col" className={cx(table.words, styles.wideOnly)}>
                  state
                </th>
                <th scope="col">judged</th>
                <th scope="col">quota</th>
                <th scope="col" className={styles.wideOnly}>
                  last active
                </th>
                {!isOver && (
                  <th scope="col">
                    <span className={text.visuallyHidden}>change</span>
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {members.map((one) => (
                <MemberRow
                  key={one.membership.id}
                  member={one}
                  state={campaign.state}
                  quota={one.membership.quota ?? campaign.options.quota}
                  onChange={isOver ? null : () => setChosen(one.membership.id)}
                />
              ))}
            </tbody>
          </table>
        </Scroller>
      )}
      {members.length > 0 && (
        <p className={text.note}>
          Judged counts each pair once, gold pairs included, without repeats and the qualification
          round.
        </p>
      )}
      {member !== undefined && (
        <MemberDialog campaign={campaign} member={member} onClose={() => setChosen(null)} />
      )}
    </section>
  );
}

/** Nobody joins what is archived, or what has lost its people. */
const takesPeople = (campaign: ReturnType<typeof useCampaign>): boolean =>
  campaign.state !== 'archived' && campaign.anonymized_at === null;

export default function PeoplePage() {
  const campaign = useCampaign();
  const { data: session } = useSession();
  const { data: members = [] } = useMembers(campaign.id);
  const hasEnded = isOver(campaign.state);
  return (
    <div>
      <MemberTable campaign={campaign} />
      {!campaign.judges_here && (
        <p>
          <Link to={`/campaigns/${campaign.id}/assessors`}>How they judge</Link>
        </p>
      )}
      {takesPeople(campaign) && (
        <div className={columns.columns}>
          <section aria-labelledby="invite">
            <h2 id="invite">Invite</h2>
            {hasEnded && (
              <p className={text.soft}>The campaign has ended; adjudicators can still join.</p>
            )}
            {session?.sends_mail ? (
              <>
                <InviteByMail campaignId={campaign.id} hasEnded={hasEnded} />
                <details className={parts.fold}>
                  <summary>Make a link to pass on yourself</summary>
                  <InviteForm campaignId={campaign.id} hasEnded={hasEnded} />
                </details>
              </>
            ) : (
              <InviteForm campaignId={campaign.id} hasEnded={hasEnded} />
            )}
            <InvitationList campaignId={campaign.id} />
          </section>
          {!hasEnded && <SignUpSection />}
        </div>
      )}
      {!hasEnded && members.length > 0 && (
        <MessageSection campaignId={campaign.id} assessor={null} />
      )}
    </div>
  );
}
