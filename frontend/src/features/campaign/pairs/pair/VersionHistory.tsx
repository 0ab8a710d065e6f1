import type { Grade, JudgmentVersion } from '@/api/types';
import { formatBesides, formatSaid, formatWhen } from '@/features/campaign/pairs/answers/texts';
import { counted } from '@/shared/format/numbers';
import { CardTable, wordsColumn } from '@/shared/ui/tables/CardTable';
import type { Columns } from '@/shared/ui/tables/CardTable';
import { Tag } from '@/shared/ui/Tag';
import { cx } from '@/shared/styles/cx';
import parts from '@/shared/styles/parts.module.css';
import table from '@/shared/styles/table.module.css';
import styles from '@/features/campaign/pairs/pair/pair.module.css';

type ContentProps = Readonly<{ version: JudgmentVersion; scale: readonly Grade[] }>;

function Content({ version, scale }: ContentProps) {
  if (version.is_withdrawn) return <>withdrawn with its assessor</>;
  const besides = formatBesides(version);
  return (
    <>
      {formatSaid(version, scale)}
      {besides !== '' && <small dir="auto">{besides}</small>}
    </>
  );
}

const When = ({ at }: Readonly<{ at: string }>) => <time dateTime={at}>{formatWhen(at)}</time>;

const columnsOf = (scale: readonly Grade[]): Columns<JudgmentVersion> => [
  wordsColumn('recorded', ({ created_at: at }) => <When at={at} />),
  wordsColumn('assessor', ({ pseudonym, occasion, recorded_by: by }) => (
    <>
      <span>
        {pseudonym} {occasion > 0 && <Tag>repeat {occasion}</Tag>}
      </span>
      {by === 'organizer' && <small>recorded by an organizer</small>}
    </>
  )),
  wordsColumn('said', (version) => <Content version={version} scale={scale} />, styles.said),
  wordsColumn('why', ({ why }) => why),
  {
    head: 'superseded',
    className: table.nowrap,
    cell: ({ superseded_at: at }) => (at === null ? 'no' : <When at={at} />),
  },
];

type Props = Readonly<{ versions: readonly JudgmentVersion[]; scale: readonly Grade[] }>;

/** Every version of every judgment of the pair, the oldest first; repeats among them. */
export function VersionHistory({ versions, scale }: Props) {
  if (versions.length === 0) return null;
  return (
    <details className={cx(parts.fold, styles.history)}>
      <summary>History: {counted(versions.length, 'version')}</summary>
      <CardTable
        label="Versions"
        columns={columnsOf(scale)}
        rows={versions}
        keyOf={({ id }) => id}
        className={styles.answers}
      />
    </details>
  );
}
