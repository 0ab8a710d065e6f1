import { studyPath, useNamedStudy } from '@/features/library/api/studies';
import { Link } from '@/shared/routing/Link';
import { useLocation } from '@/shared/routing/location';
import { Tabs } from '@/shared/ui/Tabs';
import { Loaded } from '@/shared/ui/requests/Loaded';
import type { Study } from '@/api/types';
import { keyOf } from '@/api/keyOf';
import { post } from '@/api/calls';
import { useSteering } from '@/features/library/jobs/useSteering';
import { Steering } from '@/features/library/jobs/Steering';
import { formatDuration } from '@/features/library/jobs/jobTexts';
import { counted } from '@/shared/format/numbers';
import { WorkBar } from '@/shared/ui/WorkBar';
import head from '@/features/library/frame/head.module.css';
import styles from '@/features/library/studies/read/study.module.css';
import text from '@/shared/styles/text.module.css';
import job from '@/features/library/frame/job.module.css';

/** The pages of a study, by the last part of their address. */
const TABS = [
  { tab: '', label: 'Runs' },
  { tab: 'table', label: 'Table' },
  { tab: 'noise', label: 'By kind of noise' },
  { tab: 'topics', label: 'Query by query' },
  { tab: 'failures', label: 'Failures' },
] as const;

const WITH_TAB = studyPath('-', '-').split('/').length;

/** What an address of a study shows. */
export function tabName(pathname: string): string {
  const parts = pathname.split('/');
  const last = parts.length < WITH_TAB ? '' : parts.at(-1);
  return TABS.find(({ tab }) => tab === last)?.label ?? TABS[0].label;
}

type Props = Readonly<{ study: Study }>;

/** Pause or resume, and cancel, until it is done. */
function Controls({ study }: Props) {
  const steering = useSteering(keyOf('/api/studies/one', { name: study.name }), (action) =>
    post('/api/studies/steer', {}, { name: study.name, action }),
  );
  if (study.status === 'done') return null;
  return (
    <Steering
      status={study.status}
      verb="Cancel the study"
      question={`Cancel the study ${study.name}?`}
      steering={steering}
    >
      Its jobs are cancelled. Complete runs stay, and passage variants in progress are finished; you
      can continue later.
    </Steering>
  );
}

function whoWorks({ is_worked_on, lines }: Study): string {
  if (is_worked_on) return 'Workers are computing it.';
  if (lines.some(({ is_made }) => !is_made)) return 'Changed passages are made first.';
  return 'No worker is computing it now; the next part is offered within ten seconds.';
}

/** Said while it is under way: what is left, or that nobody works on it. */
function UnderWay({ study }: Props) {
  if (study.status !== 'running') return null;
  const left = study.seconds_left;
  return (
    <p className={text.soft}>
      {whoWorks(study)}
      {left !== null && left > 0 && ` About ${formatDuration(left)} left with one worker.`}
    </p>
  );
}

/** Which study it is, and how far. */
function StudyHead({ study }: Props) {
  const { n_runs: n, n_done, n_failed } = study;
  const failed = n_failed === 0 ? '' : `, ${n_failed} failed`;
  return (
    <>
      <h1 className={head.title}>{study.name}</h1>
      <p className={text.soft}>
        {counted(study.rankers.length, 'ranker')} over {study.topic_set} and {study.collection} and{' '}
        {counted(study.lines.length - 1, 'variant')} of them · {study.status}
      </p>
      {study.status !== 'done' && (
        <WorkBar
          label={`Runs of ${study.name}`}
          work={{ n, n_done, n_failed, unit: 'topic' }}
          text={`${n_done} of ${counted(n, 'run')}${failed}`}
        />
      )}
      <UnderWay study={study} />
      {study.error !== '' && <p className={job.failed}>{study.error}</p>}
      <Controls study={study} />
    </>
  );
}

/** What all pages of one study have in common: how far it is, and the way between them. */
export default function StudyFrame() {
  const { pathname } = useLocation();
  return (
    <Loaded
      query={useNamedStudy()}
      trouble="This study cannot be shown now"
      waiting="Opening the study"
      keepsAnswer
    >
      {(study) => (
        <div className={styles.page}>
          <title>{`${tabName(pathname)} · ${study.name} · Regrade`}</title>
          <p className={head.above}>
            <Link to="/library/studies">All studies</Link>
          </p>
          <StudyHead study={study} />
          <Tabs
            label="Study"
            pages={TABS.map(({ tab, label }) => ({ to: studyPath(study.name, tab), label }))}
          />
        </div>
      )}
    </Loaded>
  );
}
