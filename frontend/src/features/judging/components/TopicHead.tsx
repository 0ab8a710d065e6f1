import { useState } from 'react';
import type { Assignment } from '@/api/types';

const opensAtFirst = (): boolean => window.matchMedia('(min-width: 700px)').matches;

type Props = Readonly<{ topic: Assignment['topic'] }>;

/** The query, which stays in sight, and what the person behind it wanted, which can be folded. */
export function TopicHead({ topic: { query, description, narrative } }: Props) {
  const [isOpen, setOpen] = useState(opensAtFirst);
  const need = [description, narrative].filter((text) => text !== '' && text !== query);
  return (
    <>
      <h1 className="query" dir="auto" data-testid="query">
        {query}
      </h1>
      {need.length > 0 && (
        <details
          className="need"
          open={isOpen}
          onToggle={(event) => setOpen(event.currentTarget.open)}
        >
          <summary>What is wanted</summary>
          {need.map((text) => (
            <p key={text} dir="auto">
              {text}
            </p>
          ))}
        </details>
      )}
    </>
  );
}
