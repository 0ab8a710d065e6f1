import parts from '@/shared/styles/parts.module.css';

/** Why there is nothing to compare. */
export function NoAgreement({ nVotes }: Readonly<{ nVotes: number | null }>) {
  return (
    <p className={parts.nothing}>
      {nVotes === 0
        ? 'Nobody has judged yet. Agreement shows here once two people have judged the same pair.'
        : 'No pair has two votes yet. Agreement shows here once two people have judged the same pair.'}
    </p>
  );
}
