import { useState } from 'react';
import type { RunCallDetail } from '@/api/types';
import { useChangeCall, useRunCall, useShowRuns } from '@/features/library/api/runCalls';
import { formatDeadline, fromField, toField } from '@/features/library/calls/deadline';
import { RuleFields } from '@/features/library/calls/RuleFields';
import type { Rules } from '@/features/library/calls/RuleFields';
import { Teams } from '@/features/library/calls/Teams';
import { troublesOf, otherTrouble } from '@/features/library/calls/troubles';
import { Head } from '@/features/library/frame/Head';
import { counted, formatCount } from '@/shared/format/numbers';
import { addressOf } from '@/shared/routing/address';
import { Link } from '@/shared/routing/Link';
import { collectionPath, topicSetPath } from '@/shared/routing/paths';
import { useParams } from '@/shared/routing/Routes';
import { Fact } from '@/shared/ui/Fact';
import { Button } from '@/shared/ui/forms/Button';
import { Form } from '@/shared/ui/forms/Form';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { Loaded } from '@/shared/ui/requests/Loaded';
import buttons from '@/shared/styles/buttons.module.css';
import factList from '@/shared/styles/facts.module.css';
import parts from '@/shared/styles/parts.module.css';
import styles from '@/features/library/calls/calls.module.css';
import text from '@/shared/styles/text.module.css';

type Props = Readonly<{ call: RunCallDetail }>;

function Facts({ call }: Props) {
  const { campaign_id: campaignId, campaign } = call;
  return (
    <dl className={factList.facts}>
      <Fact name="topic set">
        <Link to={topicSetPath(call.topic_set)}>{call.topic_set}</Link>
      </Fact>
      <Fact name="collection">
        <Link to={collectionPath(call.collection)}>{call.collection}</Link>
      </Fact>
      {campaignId !== null && (
        <Fact name="for the campaign">
          <Link to={`/campaigns/${campaignId}`}>{campaign}</Link>
        </Fact>
      )}
      <Fact name="deadline">{formatDeadline(call.deadline)}</Fact>
      <Fact name="passages per topic at most">{formatCount(call.max_depth)}</Fact>
      <Fact name="runs per team">{formatCount(call.runs_per_team)}</Fact>
      <Fact name="runs taken">{formatCount(call.n_runs)}</Fact>
      <Fact name="organizer">{call.created_by}</Fact>
    </dl>
  );
}

function ChangeRules({ call }: Props) {
  const first = {
    deadline: toField(new Date(call.deadline)),
    depth: call.max_depth,
    runs: call.runs_per_team,
  };
  const [rules, setRules] = useState<Rules>(first);
  const { mutate, error, isPending, isSuccess } = useChangeCall(call.id);
  const deadline = fromField(rules.deadline);
  const troubles = troublesOf(error);

  function save(): void {
    const isMoved = deadline !== null && rules.deadline !== first.deadline;
    mutate({
      ...(isMoved && { deadline }),
      max_depth: rules.depth,
      runs_per_team: rules.runs,
    });
  }

  return (
    <details className={parts.fold}>
      <summary>Change the rules</summary>
      <Form className={styles.form} onSubmit={save} aria-label="Rules of the call">
        <RuleFields rules={rules} onChange={setRules} troubles={troubles} />
        <ErrorMessage error={otherTrouble(error)} />
        <Button type="submit" look="second" disabled={isPending || deadline === null}>
          Save
        </Button>
        <span role="status">{isSuccess && 'Saved.'}</span>
      </Form>
    </details>
  );
}

/** Closes the call, or opens it again. */
function CloseButton({ call }: Props) {
  const { mutate, error, isPending } = useChangeCall(call.id);
  const isClosed = call.closed_at !== null;
  return (
    <>
      <p className={buttons.actions}>
        <Button look="second" disabled={isPending} onClick={() => mutate({ closed: !isClosed })}>
          {isClosed ? 'Open the call again' : 'Close the call'}
        </Button>
      </p>
      <ErrorMessage error={error} />
    </>
  );
}

/** A campaign takes only runs that all organizers see. */
function UseRuns({ call }: Props) {
  const runs = call.teams.flatMap(({ submissions }) =>
    submissions.flatMap(({ run }) => (run === null ? [] : [run])),
  );
  const { mutate, error, isPending, isSuccess } = useShowRuns();
  if (runs.length === 0) return null;
  const asked = { collection: call.collection, topic_set: call.topic_set, runs: runs.join(',') };
  return (
    <section aria-labelledby="use">
      <h2 id="use">Judge these runs</h2>
      <p className={text.soft}>
        A campaign takes only runs that all researchers and organizers see. Until they are shown to
        all, only you see these.
      </p>
      <p className={buttons.actions}>
        {call.may_change && (
          <Button look="second" disabled={isPending || isSuccess} onClick={() => mutate(runs)}>
            {isSuccess ? 'Shown to all' : `Show ${counted(runs.length, 'run')} to all`}
          </Button>
        )}
        <Link to={`/campaigns/new?${addressOf(asked)}`}>Make a campaign from these runs</Link>
      </p>
      <ErrorMessage error={error} />
    </section>
  );
}

function Found({ call }: Props) {
  const { why_closed: closed, may_change: mayChange } = call;
  const isOpen = closed === '';
  return (
    <>
      <Head title={call.name} shelf="calls">
        <p className={text.soft}>Call for runs</p>
      </Head>
      <p role="status" className={isOpen ? undefined : text.warn}>
        {isOpen ? 'Open: teams can hand in runs.' : closed}
      </p>
      <Facts call={call} />
      {mayChange && (
        <>
          <CloseButton call={call} />
          <ChangeRules call={call} />
        </>
      )}
      <Teams call={call} />
      <UseRuns call={call} />
    </>
  );
}

/** One call for runs: its rules, its teams, and what these handed in. */
export default function CallPage() {
  const { id = '' } = useParams();
  return (
    <Loaded
      query={useRunCall(Number(id))}
      trouble="This call cannot be shown"
      waiting="Opening the call"
      keepsAnswer
    >
      {(call) => <Found key={call.id} call={call} />}
    </Loaded>
  );
}
