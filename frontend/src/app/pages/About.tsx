import { useRead } from '@/api/read';
import { sentence } from '@/shared/requests/errors';
import { Link } from '@/shared/routing/Link';
import { Fact } from '@/shared/ui/Fact';
import factList from '@/shared/styles/facts.module.css';
import text from '@/shared/styles/text.module.css';

const LICENCE = 'https://www.apache.org/licenses/LICENSE-2.0';
/** Where the build puts what the licences of others ask to be sent along. */
const NOTICES = `${import.meta.env.BASE_URL}notices.txt`;
const FONTS = [
  ['Inter', `${import.meta.env.BASE_URL}assets/inter-LICENSE.txt`],
  ['Source Serif', `${import.meta.env.BASE_URL}assets/source-serif-4-LICENSE.txt`],
] as const;

/** The version that answers, which a page that has long been open may not be of. */
const useVersion = () => useRead('/api/version', {});

function Version() {
  const { data, error } = useVersion();
  if (error !== null) return <span className={text.wrong}>{sentence(error)}</span>;
  return data?.version ?? '…';
}

function Cite() {
  const { data } = useVersion();
  return (
    <>
      <h2>How to cite</h2>
      <p>
        Cite the software with its version: <i>Regrade</i>
        {data !== undefined && `, version ${data.version}`}, software, Apache License 2.0. Labels
        and campaigns have citations of their own, in BibTeX: <i>Cite</i> on the page of a label
        set, and <Link to="/help/labels#datasheet-and-citation">by command</Link>. For a measure or
        a test, cite the paper that <Link to="/help/measures">its definition</Link> names.
      </p>
    </>
  );
}

/** What this is, of which version, and under which terms. */
export default function About() {
  return (
    <section>
      <title>About · Regrade</title>
      <h1>About Regrade</h1>
      <p>
        Regrade is a workbench for information-retrieval test collections: people judge passages,
        and their judgments become labels by stated rules. It scores rankings under old and new
        labels, and shows what the judgments change.
      </p>
      <dl className={factList.facts}>
        <Fact name="version">
          <Version />
        </Fact>
        <Fact name="licence">
          <a href={LICENCE}>Apache License 2.0</a>
        </Fact>
        <Fact name="third-party work in these pages">
          <a href={NOTICES}>packages with their licences</a>; the fonts{' '}
          {FONTS.map(([font, at], place) => (
            <span key={font}>
              {place > 0 && ' and '}
              <a href={at}>{font}</a>
            </span>
          ))}
        </Fact>
      </dl>
      <Cite />
      <h2>More</h2>
      <ul>
        <li>
          <Link to="/help">Help</Link>: every page of the documentation
        </li>
        <li>
          <Link to="/api/docs">API</Link>: every operation, for programs; also{' '}
          <a href="/api/schema">as OpenAPI</a>
        </li>
      </ul>
    </section>
  );
}
