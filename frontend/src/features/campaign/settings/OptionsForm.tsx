import { useState } from 'react';
import type { CampaignOverview } from '@/api/types';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { useSetOptions } from '@/features/campaign/api/campaigns';
import {
  changesOf,
  enteredFrom,
  GROUPS,
  NUMBERS,
  OF_ROUND,
  SWITCHES,
} from '@/features/campaign/settings/options';
import type { OptionName } from '@/features/campaign/settings/options';
import { isOver } from '@/shared/judging/stateNames';
import { CheckField } from '@/shared/ui/fields/CheckField';
import { TextField } from '@/shared/ui/fields/TextField';
import { Button } from '@/shared/ui/forms/Button';
import { Form } from '@/shared/ui/forms/Form';
import styles from '@/features/campaign/settings/settings.module.css';
import text from '@/shared/styles/text.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import forms from '@/features/campaign/kit/forms.module.css';

function locked({ state, may_change: mayChange }: CampaignOverview): string | null {
  if (Object.values(mayChange).every(Boolean)) return null;
  if (isOver(state)) {
    return 'The campaign is over: its settings stay as they are.';
  }
  return state === 'paused'
    ? 'The qualification round changes only in a draft: somebody may have passed it already.'
    : 'Grey fields change while the campaign is paused, and the qualification round only in a draft, so that no page changes while an assessor works on it.';
}

export function OptionsForm({ campaign }: Readonly<{ campaign: CampaignOverview }>) {
  const { id, options, may_change: mayChange } = campaign;
  const [entered, setEntered] = useState(enteredFrom(options));
  const changes = changesOf(options, entered);
  const isChanged = Object.keys(changes).length > 0;
  const { mutate, error, isPending } = useSetOptions(id);
  const set = (name: string, value: string | boolean) => setEntered({ ...entered, [name]: value });
  const why = locked(campaign);
  // Hidden from readers who judge here.
  const hasRound = campaign.pairs?.qualification !== 0;
  const shows = (names: readonly OptionName[], name: OptionName): boolean =>
    names.includes(name) && (hasRound || !OF_ROUND.includes(name));

  return (
    <Form className={forms.stack} onSubmit={() => mutate(changes)} aria-label="Settings">
      {why !== null && <p className={text.soft}>{why}</p>}
      {GROUPS.map(({ title, names }) => (
        <fieldset key={title} className={styles.group}>
          <legend>
            <h2>{title}</h2>
          </legend>
          {names === OF_ROUND && !hasRound && (
            <p className={text.soft}>
              None: its pairs are chosen in the wizard, when a campaign is created.
            </p>
          )}
          <div className={styles.fields}>
            {NUMBERS.filter(({ name }) => shows(names, name)).map(
              ({ name, label, hint, unit, most, mayBeEmpty = false }) => (
                <TextField
                  key={name}
                  label={label}
                  hint={hint}
                  width="number"
                  type="number"
                  placeholder={mayBeEmpty ? 'none' : undefined}
                  min={unit < 1 || unit > 1 ? 0.1 : 1}
                  max={most}
                  step={unit === 1 ? 1 : 'any'}
                  required={!mayBeEmpty}
                  disabled={!mayChange[name]}
                  value={String(entered[name])}
                  onChange={(value) => set(name, value)}
                />
              ),
            )}
          </div>
          {SWITCHES.filter(({ name }) => names.includes(name)).map(({ name, label, hint }) => (
            <CheckField
              key={name}
              label={label}
              hint={hint}
              disabled={!mayChange[name]}
              checked={entered[name] === true}
              onChange={(checked) => set(name, checked)}
            />
          ))}
        </fieldset>
      ))}
      <ErrorMessage error={error} />
      <p className={buttons.actions}>
        <Button type="submit" look="primary" disabled={!isChanged || isPending}>
          Save the settings
        </Button>
      </p>
    </Form>
  );
}
