import { useSession } from '@/api/session';
import type { TopicSetShown } from '@/api/types';
import { useRead } from '@/api/read';
import { Head } from '@/features/library/frame/Head';
import { Names } from '@/features/library/frame/Names';
import { describeMojibake } from '@/features/library/collections/describeMojibake';
import { Lineage } from '@/features/library/collections/Lineage';
import { TopicList } from '@/features/library/collections/TopicList';
import { WordsFigure } from '@/features/library/collections/WordsFigure';
import { ArchivingSection } from '@/features/library/archiving/ArchivingSection';
import { counted } from '@/shared/format/numbers';
import { leaderboardPath, labelsPath, runPath, topicSetPath } from '@/shared/routing/paths';
import { addressOf } from '@/shared/routing/address';
import { Link } from '@/shared/routing/Link';
import { useParams } from '@/shared/routing/Routes';
import { formatDay } from '@/shared/format/time';
import { Fact } from '@/shared/ui/Fact';
import { Loaded } from '@/shared/ui/requests/Loaded';
import buttons from '@/shared/styles/buttons.module.css';
import factList from '@/shared/styles/facts.module.css';
import text from '@/shared/styles/text.module.css';

type Props = Readonly<{ shown: TopicSetShown }>;

function Facts({ shown }: Props) {
  const more = shown.n_runs - shown.runs.length;
  return (
    <dl className={factList.facts}>
      <Fact name="holds">{counted(shown.n_topics, 'topic')}</Fact>
      {shown.mojibake.length > 0 && (
        <Fact name="wrongly decoded texts">{describeMojibake(shown.mojibake)}</Fact>
      )}
      <Lineage lineage={shown.lineage} pathOf={topicSetPath} />
      <Fact name="label sets that serve it">
        <Names names={shown.label_sets} pathOf={labelsPath} />
      </Fact>
      <Fact name="runs">
        <Names names={shown.runs} pathOf={runPath} />
        {more > 0 && `, and ${more} more`}
      </Fact>
      <Fact name="campaigns">{counted(shown.n_campaigns, 'campaign')}</Fact>
      <Fact name="made">{formatDay(shown.created_at)}</Fact>
    </dl>
  );
}

function Found({ shown }: Props) {
  const { data: session } = useSession();
  const { name } = shown;
  return (
    <>
      <Head title={name} shelf="topics">
        <p className={text.soft}>Topic set</p>
      </Head>
      <Facts shown={shown} />
      <p className={buttons.actions}>
        <Link to={leaderboardPath(name)}>Leaderboard of its runs</Link>
        {session?.may_organize === true && (
          <Link to={`/library/calls?${addressOf({ topic_set: name })}`}>Call for runs over it</Link>
        )}
        {session?.may_research === true && (
          <>
            <Link to={`/library/compute?${addressOf({ topic_set: name })}`}>
              Compute a run for it
            </Link>
            <Link to={`/library/variants/new?${addressOf({ of: `topics ${name}` })}`}>
              Make a variant of it
            </Link>
          </>
        )}
      </p>
      <TopicList topicSet={name} labelSets={shown.label_sets} />
      <h2>How long queries are</h2>
      <WordsFigure words={shown.words} title={`Queries of ${name} by length`} of="queries" />
      <ArchivingSection kind="topic-sets" name={name} />
    </>
  );
}

/** One topic set: its topics, searched, each a link to its page, and what is over it. */
export default function TopicSetPage() {
  const { name = '' } = useParams();
  return (
    <Loaded
      query={useRead('/api/topic-sets/one', { name }, { retry: false })}
      trouble="This topic set cannot be shown"
      waiting="Opening the topic set"
    >
      {(data) => <Found key={name} shown={data} />}
    </Loaded>
  );
}
