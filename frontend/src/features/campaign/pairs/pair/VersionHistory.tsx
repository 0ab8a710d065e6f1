import type { Grade, JudgmentVersion } from '@/api/types';
import { formatBesides, formatSaid, formatWhen } from '@/features/campaign/pairs/answers/texts';
import { counted } from '@/shared/format';
import { Scroller } from '@/shared/ui/Scroller';
import { Tag } from '@/shared/ui/Tag';
import { cx } from '@/shared/cx';
import parts from '@/shared/styles/parts.module.css';
import table from '@/shared/styles/table.module.css';
import styles from '@/features/campaign/pairs/pair/pair.module.css';

type RowProps = Readonly<{ version: JudgmentVersion; scale: readonly Grade[] }>;

function Content({ version, scale }: RowProps) {
  if (version.is_withdrawn) return <>withdrawn with its assessor</>;
  const besides = formatBesides(version);
  return (
    <>
      {formatSaid(version, scale)}
      {besides !== '' && <small dir="auto">{besides}</small>}
    </>
  );
}

function Row({ version, scale }: RowProps) {
  const { created_at: begin, superseded_at: end, occasion, recorded_by: by } = version;
  return (
    <tr>
      <th scope="row" className={table.words}>
        <time dateTime={begin}>{formatWhen(begin)}</time>
      </th>
      <td className={table.words} data-label="assessor">
        <span>
          {version.pseudonym} {occasion > 0 && <Tag>repeat {occasion}</Tag>}
        </span>
        {by === 'organizer' && <small>recorded by an organizer</small>}
      </td>
      <td className={cx(table.words, styles.said)} data-label="said">
        <Content version={version} scale={scale} />
      </td>
      <td className={table.words} data-label="why">
        {version.why}
      </td>
      <td className={table.nowrap} data-label="superseded">
        {end === null ? 'no' : <time dateTime={end}>{formatWhen(end)}</time>}
      </td>
    </tr>
  );
}

const COLUMNS = ['recorded', 'assessor', 'said', 'why'] as const;

type Props = Readonly<{ versions: readonly JudgmentVersion[]; scale: readonly Grade[] }>;

/** Every version of every judgment of the pair, the oldest first; repeats among them. */
export function VersionHistory({ versions, scale }: Props) {
  if (versions.length === 0) return null;
  return (
    <details className={cx(parts.fold, styles.history)}>
      <summary>History: {counted(versions.length, 'version')}</summary>
      <Scroller label="Versions">
        <table className={cx(table.cards, styles.answers)}>
          <thead>
            <tr>
              {COLUMNS.map((name) => (
                <th key={name} scope="col" className={table.words}>
                  {name}
                </th>
              ))}
              <th scope="col">superseded</th>
            </tr>
          </thead>
          <tbody>
            {versions.map((version) => (
              <Row key={version.id} version={version} scale={scale} />
            ))}
          </tbody>
        </table>
      </Scroller>
    </details>
  );
}
