import { useSession } from '@/api/session';
import { Link } from '@/shared/routing/Link';
import { useLocation } from '@/shared/routing/location';
import { Tabs } from '@/shared/ui/Tabs';
import buttons from '@/shared/styles/buttons.module.css';
import parts from '@/shared/styles/parts.module.css';

const RUNS = '/library';

const PAGES = [
  { to: RUNS, label: 'Runs' },
  { to: '/library/labels', label: 'Label sets' },
  { to: '/library/collections', label: 'Collections' },
  { to: '/library/topics', label: 'Topic sets' },
  { to: '/library/comparisons', label: 'Comparisons' },
  { to: '/library/studies', label: 'Studies', isForResearch: true },
  { to: '/library/trainings', label: 'Trainings', isForResearch: true },
  { to: '/library/calls', label: 'Calls for runs', isForOrganizers: true },
  { to: '/library/jobs', label: 'Jobs' },
];

/** What all lists of the library have in common: the way between them, and how more comes in. */
export default function LibraryFrame() {
  const { data: session } = useSession();
  const { pathname } = useLocation();
  const mayResearch = session?.may_research ?? false;
  const mayOrganize = session?.may_organize ?? false;
  const list = PAGES.find(({ to }) => to === pathname && to !== RUNS);
  return (
    <>
      <title>{`${list === undefined ? '' : `${list.label} · `}Library · Regrade`}</title>
      <div className={parts.titleRow}>
        <h1>Library</h1>
        <p className={buttons.actions}>
          {mayResearch && <Link to="/library/compute">Compute a run</Link>}
          <Link to="/library/import" className={buttons.primary}>
            Import
          </Link>
        </p>
      </div>
      <Tabs
        label="Library"
        pages={PAGES.filter(
          ({ isForResearch = false, isForOrganizers = false }) =>
            (mayResearch || !isForResearch) && (mayOrganize || !isForOrganizers),
        )}
      />
    </>
  );
}
