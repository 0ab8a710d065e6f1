import { useState } from 'react';
import type { CampaignState } from '@/api/types';
import { isOver } from '@/shared/judging/stateNames';
import { SelectField } from '@/shared/ui/fields/SelectField';
import buttons from '@/shared/styles/buttons.module.css';
import parts from '@/shared/styles/parts.module.css';
import text from '@/shared/styles/text.module.css';

const TEXTS = [
  { value: 'pooled', label: 'of the pooled pairs' },
  { value: 'all', label: 'of the whole collection' },
  { value: 'none', label: 'none, ids alone' },
];

/** The whole campaign as one file, once it has ended. */
export function ArchiveDownload({ id, state }: Readonly<{ id: number; state: CampaignState }>) {
  const [texts, setTexts] = useState('pooled');
  return (
    <details className={parts.fold}>
      <summary>
        <h2>Archive: the whole campaign as a file</h2>
      </summary>
      <p className={text.soft}>
        An archive holds passages, topics, runs, judgments, labels, policies and the log, and can be
        imported as an equal campaign on another installation. Accounts, messages and withdrawn
        answers are left out; notes and exact times are in it.
      </p>
      {isOver(state) ? (
        <>
          <SelectField label="Texts" options={TEXTS} value={texts} onChange={setTexts} />
          <p className={buttons.actions}>
            <a
              className={buttons.primary}
              href={`/api/campaigns/${id}/archive?texts=${texts}`}
              download
            >
              Download the archive
            </a>
          </p>
        </>
      ) : (
        <p>Once the campaign has ended, its archive can be downloaded here.</p>
      )}
    </details>
  );
}
