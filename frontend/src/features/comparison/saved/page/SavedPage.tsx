import { useOpened } from '@/api/savedComparisons';
import type { OpenedComparison } from '@/api/types';
import { EditSaved } from '@/features/comparison/saved/page/EditSaved';
import { FrozenComparison } from '@/features/comparison/saved/page/FrozenComparison';
import { KeptAnswers } from '@/features/comparison/saved/page/KeptAnswers';
import { MovedList } from '@/features/comparison/saved/page/MovedList';
import { isSameThere, openedAddress } from '@/features/comparison/saved/page/openedAddress';
import { Link } from '@/shared/routing/Link';
import { Navigate, useParams } from '@/shared/routing/Routes';
import { Tag } from '@/shared/ui/Tag';
import { Loaded } from '@/shared/ui/requests/Loaded';
import buttons from '@/shared/styles/buttons.module.css';

type Props = Readonly<{ opened: OpenedComparison }>;

/** In what the same question would be answered otherwise today, and how to ask it. */
function Since({ opened }: Props) {
  const { moved } = opened;
  return (
    <>
      <MovedList
        label="Changes since then"
        found="The same question may have another answer today. The numbers below stay as they were."
        moved={moved}
      />
      <p className={buttons.actions}>
        {moved.length === 0 && <span>The same question has the same answer today.</span>}
        <Link to={openedAddress(opened)}>{moved.length === 0 ? 'Open it' : 'Ask again'}</Link>
        {opened.may_change && <EditSaved saved={opened.row} />}
      </p>
    </>
  );
}

/** The comparison as it was frozen, with what was kept beside its table. */
function Frozen({ opened }: Props) {
  const { row, answers } = opened;
  return (
    <>
      <FrozenComparison
        frozen={{ ...opened, ...row }}
        isLinked
        mark={row.visibility === 'private' && <Tag>private</Tag>}
        savedBy={row.owner}
        inputs={
          <>
            {' '}
            · inputs <code title={row.content_hash}>{row.content_hash.slice(0, 12)}</code>
          </>
        }
      >
        <Since opened={opened} />
      </FrozenComparison>
      {answers.length > 0 && <KeptAnswers opened={opened} />}
    </>
  );
}

/** The permanent address of a saved comparison: its page of today where that has all that was frozen. */
export default function SavedPage() {
  const { hash = '' } = useParams();
  return (
    <Loaded
      query={useOpened(hash)}
      waiting="Opening the comparison"
      trouble="This comparison cannot be shown now"
    >
      {(opened) =>
        isSameThere(opened) ? (
          <Navigate to={openedAddress(opened)} replace />
        ) : (
          <Frozen opened={opened} />
        )
      }
    </Loaded>
  );
}
