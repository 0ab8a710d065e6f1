import { useLabels } from '@/api/labels';
import { useRuns } from '@/api/runs';
import { useTrainingChoices, useTrainings } from '@/features/library/api/trainings';
import { TrainingForm } from '@/features/library/trainings/start/TrainingForm';
import { runsOf } from '@/features/library/trainings/start/draft';
import { Link } from '@/shared/routing/Link';
import { together } from '@/shared/requests/together';
import { Loaded } from '@/shared/ui/requests/Loaded';
import { Nothing } from '@/shared/ui/requests/Nothing';
import head from '@/features/library/frame/head.module.css';
import text from '@/shared/styles/text.module.css';

const NothingToLearn = () => (
  <Nothing title="Nothing to train on yet">
    <p>
      A training needs labels, and a run over their topics and passages. Judge a campaign and derive
      its labels, or import both.
    </p>
  </Nothing>
);

function Fields() {
  const query = together({
    labels: useLabels(),
    runs: useRuns(),
    choices: useTrainingChoices(),
    trainings: useTrainings(),
  });
  return (
    <Loaded
      query={query}
      trouble="No training can be begun now"
      waiting="Looking for labels and runs"
      keepsAnswer
    >
      {({ labels, runs, choices, trainings }) => {
        const ground = { labels, runs, choices, taken: trainings.map(({ name }) => name) };
        if (labels.every(({ name }) => runsOf(ground, name).length === 0))
          return <NothingToLearn />;
        return <TrainingForm ground={ground} />;
      }}
    </Loaded>
  );
}

/** Chooses labels, a ranker and its settings, and begins a training. */
export default function NewTrainingPage() {
  return (
    <>
      <title>New training · Regrade</title>
      <p className={head.above}>
        <Link to="/library/trainings">All trainings</Link>
      </p>
      <h1>New training</h1>
      <p className={text.soft}>
        A ranker learns which passages the labels call relevant. It can be stopped and resumed at
        any time; the model that ranks held-out topics best is kept, under the name of the training.
      </p>
      <Fields />
    </>
  );
}
