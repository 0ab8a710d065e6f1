import { useRunSpec } from '@/features/library/api/runs';
import type { SpecFact } from '@/api/types';
import { CopyButton } from '@/shared/ui/CopyButton';
import { Fact } from '@/shared/ui/Fact';
import factList from '@/shared/styles/facts.module.css';
import parts from '@/shared/styles/parts.module.css';
import text from '@/shared/styles/text.module.css';

type Props = Readonly<{ facts: readonly SpecFact[] }>;

/** What the run was asked to do. */
const Parameters = ({ facts }: Props) => (
  <dl className={factList.facts}>
    {facts.map(({ name, value, about }) => (
      <Fact key={name} name={name}>
        {value}
        {about !== '' && <small className={text.soft}> {about}</small>}
      </Fact>
    ))}
  </dl>
);

/** Which model and which code computed it, to the letter. */
const Identity = ({ facts }: Props) => (
  <dl className={factList.facts}>
    {facts.map(({ name, value, about }) => (
      <Fact key={name} name={name}>
        <code>{value}</code> <CopyButton text={value} label={name} />
        {about !== '' && <small className={text.soft}> {about}</small>}
      </Fact>
    ))}
  </dl>
);

/** All that the run's frozen plan holds; nothing of a run that was imported as it is. */
export function RunSpec({ run }: Readonly<{ run: string }>) {
  const { data: facts = [] } = useRunSpec(run);
  const identity = facts.filter(({ is_identity: isIdentity }) => isIdentity);
  const parameters = facts.filter(({ is_identity: isIdentity }) => !isIdentity);
  return (
    <>
      {parameters.length > 0 && (
        <details className={parts.fold}>
          <summary>Parameters</summary>
          <Parameters facts={parameters} />
        </details>
      )}
      {identity.length > 0 && (
        <details className={parts.fold}>
          <summary>Model, versions and hashes</summary>
          <Identity facts={identity} />
        </details>
      )}
    </>
  );
}
