import type { CollectionShown } from '@/api/types';
import { useSession } from '@/api/session';
import { useRead } from '@/api/read';
import { Head } from '@/features/library/frame/Head';
import { describeMojibake } from '@/features/library/collections/describeMojibake';
import { Lineage } from '@/features/library/collections/Lineage';
import { Names } from '@/features/library/frame/Names';
import { PassageSearch } from '@/features/library/collections/PassageSearch';
import { WordsFigure } from '@/features/library/collections/WordsFigure';
import { ArchivingSection } from '@/features/library/archiving/ArchivingSection';
import { counted, formatCount } from '@/shared/format/numbers';
import { collectionPath, labelsPath, topicSetPath } from '@/shared/routing/paths';
import { addressOf } from '@/shared/routing/address';
import { Link } from '@/shared/routing/Link';
import { useParams } from '@/shared/routing/Routes';
import { formatDay, formatMoment } from '@/shared/format/time';
import { Fact } from '@/shared/ui/Fact';
import { Loaded } from '@/shared/ui/requests/Loaded';
import buttons from '@/shared/styles/buttons.module.css';
import factList from '@/shared/styles/facts.module.css';
import text from '@/shared/styles/text.module.css';

type Props = Readonly<{ shown: CollectionShown }>;

function Indexes({ shown: { name, indexes } }: Props) {
  if (indexes.length === 0)
    return (
      <>
        none yet; the first BM25 run builds one, and so does <code>./dev manage index {name}</code>
      </>
    );
  return indexes.map(
    ({ options, built_at: at, n_bytes: bytes, is_ready: isReady, why_not: why }) => (
      <div key={options}>
        {options === '' ? 'plain' : options}, built {formatDay(at)}, {formatMoment(at)},{' '}
        {formatCount(Math.ceil(bytes / 1024 ** 2))} MiB
        {!isReady && <small className={text.soft}> {why}</small>}
      </div>
    ),
  );
}

function Facts({ shown }: Props) {
  const { n_passages: n, n_without_text: bare, lineage } = shown;
  return (
    <dl className={factList.facts}>
      <Fact name="holds">
        {counted(n, 'passage')}
        {bare > 0 && `, ${formatCount(bare)} of them without a text`}
      </Fact>
      {shown.description !== '' && <Fact name="described as">{shown.description}</Fact>}
      {shown.language !== '' && <Fact name="language">{shown.language}</Fact>}
      {shown.licence !== '' && <Fact name="licence">{shown.licence}</Fact>}
      {shown.mojibake.length > 0 && (
        <Fact name="wrongly decoded texts">{describeMojibake(shown.mojibake)}</Fact>
      )}
      <Lineage lineage={lineage} pathOf={collectionPath} />
      <Fact name="topic sets over it">
        <Names names={shown.topic_sets} pathOf={topicSetPath} />
      </Fact>
      <Fact name="label sets over it">
        <Names names={shown.label_sets} pathOf={labelsPath} />
      </Fact>
      <Fact name="runs, campaigns">
        {counted(shown.n_runs, 'run')}, {counted(shown.n_campaigns, 'campaign')}
      </Fact>
      <Fact name="BM25 indexes">
        <Indexes shown={shown} />
      </Fact>
      <Fact name="made">{formatDay(shown.created_at)}</Fact>
      <Fact name="hash of its doc_ids">
        <code>{shown.docids_hash.slice(0, 16)}</code>
      </Fact>
    </dl>
  );
}

function Found({ shown }: Props) {
  const { data: session } = useSession();
  const { name } = shown;
  return (
    <>
      <Head title={name} shelf="collections">
        <p className={text.soft}>Collection</p>
      </Head>
      <Facts shown={shown} />
      {session?.may_research === true && (
        <p className={buttons.actions}>
          <Link to={`/library/compute?${addressOf({ collection: name })}`}>
            Compute a run over it
          </Link>
          <Link to={`/library/variants/new?${addressOf({ of: `collection ${name}` })}`}>
            Make a variant of it
          </Link>
        </p>
      )}
      <PassageSearch collection={name} samples={shown.samples} />
      <h2>How long passages are</h2>
      <WordsFigure words={shown.words} title={`Passages of ${name} by length`} of="passages" />
      <ArchivingSection kind="collections" name={name} />
    </>
  );
}

/** One collection: what it holds, its passages, searched, and what is over it. */
export default function CollectionPage() {
  const { name = '' } = useParams();
  return (
    <Loaded
      query={useRead('/api/collections/one', { name }, { retry: false })}
      trouble="This collection cannot be shown"
      waiting="Opening the collection"
    >
      {(data) => <Found key={name} shown={data} />}
    </Loaded>
  );
}
