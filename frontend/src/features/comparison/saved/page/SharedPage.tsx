import { useShared } from '@/api/savedComparisons';
import { useSession } from '@/api/session';
import { FrozenComparison } from '@/features/comparison/saved/page/FrozenComparison';
import { Link } from '@/shared/routing/Link';
import { useLocation } from '@/shared/routing/location';
import { Loaded } from '@/shared/ui/requests/Loaded';

/** A saved comparison, read by its link. The token follows the # and is sent in a body: no log has it. */
export default function SharedPage() {
  const token = useLocation().hash.slice(1);
  const isStranger = useSession().data?.username === null;
  return (
    <>
      <meta name="robots" content="noindex" />
      <Loaded
        query={useShared(token)}
        waiting="Opening the comparison"
        trouble="This comparison cannot be read"
      >
        {(shared) => (
          <FrozenComparison frozen={shared} isLinked={false}>
            <p>
              This is a read-only copy, which its owner shares by a link.
              {isStranger && (
                <>
                  {' '}
                  <Link to="/login">Sign in</Link> to work with Regrade.
                </>
              )}
            </p>
          </FrozenComparison>
        )}
      </Loaded>
    </>
  );
}
