import { useState } from 'react';
import type { CallTeam, RunCallDetail, TeamToken } from '@/api/types';
import { useEndToken, useGiveToken } from '@/features/library/api/runCalls';
import { formatDeadline } from '@/features/library/calls/deadline';
import { Submissions } from '@/features/library/calls/Submissions';
import { troublesOf, otherTrouble } from '@/features/library/calls/troubles';
import { formatCount } from '@/shared/format/numbers';
import { TextField } from '@/shared/ui/fields/TextField';
import { Button } from '@/shared/ui/forms/Button';
import { ConfirmDialog } from '@/shared/ui/forms/ConfirmDialog';
import { CopyButton } from '@/shared/ui/forms/CopyButton';
import { Form } from '@/shared/ui/forms/Form';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { CardTable, unnamedColumn, wordsColumn } from '@/shared/ui/tables/CardTable';
import type { Columns } from '@/shared/ui/tables/CardTable';
import parts from '@/shared/styles/parts.module.css';
import styles from '@/features/library/calls/calls.module.css';
import text from '@/shared/styles/text.module.css';

type Props = Readonly<{ call: RunCallDetail }>;
type Asking = Readonly<{ verb: 'Replace' | 'Revoke'; team: CallTeam }>;

/** What a team types to hand in a run. */
const commandOf = (token: string): string =>
  `REGRADE_SERVER=${window.location.origin} REGRADE_TOKEN=${token} regrade submit run.trec.gz`;

/** A new token, until the page is left. */
function Made({ made: { name, text: token } }: Readonly<{ made: TeamToken }>) {
  return (
    <div className={parts.made}>
      <p className={text.whole}>
        <b>The token of {name} is shown only once.</b> Send the team this command now; it hands in a
        run.
      </p>
      <p className={text.whole}>
        <code>{commandOf(token)}</code>{' '}
        <CopyButton text={commandOf(token)} label={`the command of ${name}`} />
      </p>
    </div>
  );
}

const columnsFor = (ask: ((asking: Asking) => void) | null): Columns<CallTeam> => [
  wordsColumn('team', ({ name }) => name),
  { head: 'runs taken', cell: ({ n_runs: n }) => formatCount(n) },
  {
    head: 'refused',
    cell: ({ n_runs: n, submissions }) => formatCount(submissions.length - n),
  },
  wordsColumn('last file', ({ submissions: [last] }) =>
    last === undefined ? 'none yet' : formatDeadline(last.created_at),
  ),
  wordsColumn('token', ({ token }) => (token === null ? 'revoked' : 'valid')),
  unnamedColumn('change', (team) =>
    ask === null ? null : (
      <>
        <Button
          aria-label={`Replace the token of ${team.name}`}
          onClick={() => ask({ verb: 'Replace', team })}
        >
          Replace…
        </Button>
        {team.token !== null && (
          <Button
            aria-label={`Revoke the token of ${team.name}`}
            onClick={() => ask({ verb: 'Revoke', team })}
          >
            Revoke…
          </Button>
        )}
      </>
    ),
  ),
];

function AddTeam({ give }: Readonly<{ give: ReturnType<typeof useGiveToken> }>) {
  const [name, setName] = useState('');
  const { error, isPending } = give;
  const fields = troublesOf(error);
  return (
    <Form
      className={styles.form}
      onSubmit={() => give.mutate({ name, replaces: false }, { onSuccess: () => setName('') })}
    >
      <TextField
        label="Name of a team"
        hint="Its runs are named after it. No comma, no blank."
        isVerbatim
        autoComplete="off"
        maxLength={40}
        required
        value={name}
        onChange={setName}
        trouble={fields.name ?? null}
      />
      <ErrorMessage error={otherTrouble(error)} />
      <Button type="submit" look="second" disabled={isPending}>
        Add the team
      </Button>
    </Form>
  );
}

/** The teams of a call: what each handed in, and its token. */
export function Teams({ call }: Props) {
  const [asking, setAsking] = useState<Asking | null>(null);
  const give = useGiveToken(call.id);
  const end = useEndToken();
  const close = (): void => setAsking(null);
  const deed = asking?.verb === 'Replace' ? give : end;

  function confirm({ verb, team }: Asking): void {
    if (verb === 'Replace') give.mutate({ name: team.name, replaces: true }, { onSuccess: close });
    else if (team.token !== null) end.mutate(team.token, { onSuccess: close });
  }

  return (
    <section aria-labelledby="teams">
      <h2 id="teams">Teams</h2>
      {call.teams.length === 0 ? (
        <p className={text.soft}>None yet.</p>
      ) : (
        <CardTable
          label="Teams of the call"
          columns={columnsFor(call.may_change ? setAsking : null)}
          rows={call.teams}
          keyOf={({ id }) => id}
        />
      )}
      <div role="status">{give.data !== undefined && <Made made={give.data} />}</div>
      {call.may_change && <AddTeam give={give} />}
      {call.teams.some(({ submissions }) => submissions.length > 0) && <h2>Files received</h2>}
      {call.teams.map(
        (team) => team.submissions.length > 0 && <Submissions key={team.id} team={team} />,
      )}
      {asking !== null && (
        <ConfirmDialog
          title={`${asking.verb} the token of ${asking.team.name}?`}
          verb={asking.verb}
          isPending={deed.isPending}
          error={deed.error}
          onConfirm={() => confirm(asking)}
          onClose={close}
        >
          <p>
            The team hands in nothing more with the token it has. Runs that were taken stay.
            {asking.verb === 'Replace' && ' The new token is shown once.'}
          </p>
        </ConfirmDialog>
      )}
    </section>
  );
}
