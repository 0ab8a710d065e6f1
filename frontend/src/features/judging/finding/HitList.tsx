import { keepPreviousData, useMutation } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import type { CSSProperties } from 'react';
import { keyOf } from '@/api/keyOf';
import { rowsOf, useReadParts } from '@/api/read';
import type { Hit, JudgingSetup } from '@/api/types';
import { openFound } from '@/features/judging/api/judgments';
import type { Judging } from '@/features/judging/desk/useJudging';
import { answerName } from '@/features/judging/history/history';
import { isWide } from '@/features/judging/frame/useIsWide';
import { finderOf, foundIn } from '@/features/judging/search/terms';
import { counted, formatCount } from '@/shared/format/numbers';
import { useReadAnew } from '@/shared/requests/useReadAnew';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { NextPage } from '@/shared/ui/requests/NextPage';
import history from '@/features/judging/history/history.module.css';
import styles from '@/features/judging/finding/finding.module.css';
import text from '@/shared/styles/text.module.css';

const OPTIONS = { placeholderData: keepPreviousData };

type FoundWordsProps = Readonly<{ children: string; finder: RegExp | null }>;

/** A text in which the words of the search stand out. */
function FoundWords({ children: whole, finder }: FoundWordsProps) {
  const words = foundIn(whole, finder);
  const rest = whole.slice(words.at(-1)?.to ?? 0);
  return (
    <>
      {words.map(({ from, to }, i) => (
        <span key={from}>
          {whole.slice(words[i - 1]?.to ?? 0, from)}
          <mark>{whole.slice(from, to)}</mark>
        </span>
      ))}
      {rest}
    </>
  );
}

type HitRowProps = Readonly<{
  hit: Hit;
  finder: RegExp | null;
  setup: JudgingSetup;
  isDisabled: boolean;
  onOpen: () => void;
}>;

/** A passage that was found, with the own answer to it where there is one. */
function HitRow({ hit, finder, setup: { scale, reasons }, isDisabled, onOpen }: HitRowProps) {
  const { title, snippet, own } = hit;
  const grade = own === null ? undefined : scale.find(({ value }) => value === own.grade);
  return (
    <li style={grade && ({ '--grade': grade.colour } as CSSProperties)}>
      <button type="button" className={styles.hit} disabled={isDisabled} onClick={onOpen}>
        {title !== '' && (
          <b dir="auto">
            <FoundWords finder={finder}>{title}</FoundWords>
          </b>
        )}
        <span dir="auto">
          <FoundWords finder={finder}>{snippet}</FoundWords>
        </span>
        {own !== null && (
          <span className={text.soft}>you judged it: {answerName(own, scale, reasons)}</span>
        )}
      </button>
    </li>
  );
}

/** Opens a hit in place of the passage at hand, which comes next again. */
function useOpening({ desk, username, closePanel }: Judging, id: number, ticket: string) {
  return useMutation({
    mutationFn: (passage: number) => openFound(id, username, { ticket, passage }),
    networkMode: 'always',
    onSuccess: (found) => {
      if (!isWide()) closePanel();
      desk.openFound(found);
    },
  });
}

type Props = Readonly<{
  judging: Judging;
  setup: JudgingSetup;
  ticket: string;
  words: string;
}>;

/** What the search found, best first. */
export function HitList({ judging, setup, ticket, words }: Props) {
  const { id } = setup.campaign;
  const asked = { campaign_id: id, ticket, words };
  const pages = useReadParts('/api/judging/{campaign_id}/search', asked, {
    ...OPTIONS,
    enabled: words !== '',
  });
  useReadAnew(
    keyOf('/api/judging/{campaign_id}/search', asked),
    useDeferredValue(judging.state.workStatus),
  );
  const opening = useOpening(judging, id, ticket);
  if (words === '')
    return (
      <p className={text.soft}>
        Type words: any of them finds a passage, the best come first. A passage that you open is
        judged like the others, by you and by all who share the topic.
      </p>
    );
  const first = pages.data?.pages[0];
  const finder = finderOf(first?.words ?? []);
  return (
    <>
      <ErrorMessage error={opening.error ?? pages.error} />
      {first !== undefined && (
        <p className={text.softNumber} role="status">
          {first.n === 0
            ? 'No passage has these words.'
            : `${first.is_least ? 'At least ' : ''}${counted(first.n, 'passage')}`}
        </p>
      )}
      <ul role="list" className={history.judgments} aria-busy={pages.isFetching}>
        {rowsOf(pages.data).map((hit) => (
          <HitRow
            key={hit.passage}
            hit={hit}
            finder={finder}
            setup={setup}
            isDisabled={opening.isPending}
            onOpen={() => opening.mutate(hit.passage)}
          />
        ))}
      </ul>
      <NextPage of={pages}>{`Show ${formatCount(20)} more`}</NextPage>
    </>
  );
}
