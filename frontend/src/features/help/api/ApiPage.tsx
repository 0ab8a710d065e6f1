import { useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { OperationPart } from '@/features/help/api/OperationPart';
import { grouped, operationsOf, withWords } from '@/features/help/api/operations';
import type { Description, Operation } from '@/features/help/api/operations';
import { errorFrom, unreachable } from '@/shared/requests/errors';
import { Link } from '@/shared/routing/Link';
import { useLocation } from '@/shared/routing/location';
import { decodedHash } from '@/shared/routing/match';
import { TextField } from '@/shared/ui/fields/TextField';
import { Loaded } from '@/shared/ui/requests/Loaded';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/help/api/api.module.css';

const SCHEMA = '/api/schema';

async function readSchema(): Promise<Description> {
  const answer = await fetch(SCHEMA).catch(() => {
    throw unreachable();
  });
  if (!answer.ok) throw errorFrom(answer.status, undefined);
  return (await answer.json()) as Description;
}

function Groups({ operations }: Readonly<{ operations: readonly Operation[] }>) {
  return (
    <nav aria-label="Groups of operations">
      <ul role="list" className={styles.groups}>
        {grouped(operations).map(([group, { length }]) => (
          <li key={group}>
            <a href={`#group-${group}`}>{group}</a> <span className={text.note}>{length}</span>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Operations({ all }: Readonly<{ all: Description }>) {
  const [words, setWords] = useState('');
  const { hash } = useLocation();
  const operations = operationsOf(all);
  const found = withWords(operations, words.trim());
  useEffect(() => {
    document.getElementById(decodedHash(hash))?.scrollIntoView();
  }, [hash]);
  return (
    <>
      <TextField
        label="Search the operations"
        hint={`${found.length} of ${operations.length}; by address, description or scope`}
        type="search"
        value={words}
        onChange={setWords}
      />
      <Groups operations={found} />
      {grouped(found).map(([group, members]) => (
        <section key={group} id={`group-${group}`} aria-label={group}>
          <h2>{group}</h2>
          {members.map((one) => (
            <OperationPart key={one.id} one={one} all={all} startsOpen={hash === `#${one.id}`} />
          ))}
        </section>
      ))}
    </>
  );
}

/** Every operation of the API, from the description that the server serves. */
export default function ApiPage() {
  const schema = useQuery({ queryKey: [SCHEMA], queryFn: readSchema, staleTime: Infinity });
  return (
    <article className={styles.page}>
      <title>API · Help · Regrade</title>
      <h1>API</h1>
      <p>
        Every operation of this server, for programs; open one to see its fields.{' '}
        <Link to="/help/programs">For programs</Link> explains tokens and their scopes, pages of
        lists, and errors. The same as a file: <a href={SCHEMA}>OpenAPI</a>.
      </p>
      <Loaded query={schema} trouble="The API cannot be shown now" waiting="Reading the operations">
        {(all) => <Operations all={all} />}
      </Loaded>
    </article>
  );
}
