import { useState } from 'react';
import { addressOf } from '@/shared/routing/address';
import { useNavigate } from '@/shared/routing/location';
import { TextField } from '@/shared/ui/fields/TextField';
import { Button } from '@/shared/ui/forms/Button';
import { Form } from '@/shared/ui/forms/Form';
import styles from '@/features/help/search/search.module.css';

type Props = Readonly<{ asked?: string }>;

/** Asks for words in all pages of help; the answer has an address of its own. */
export function SearchForm({ asked = '' }: Props) {
  const [typed, setTyped] = useState(asked);
  const navigate = useNavigate();
  function submit(): void {
    const query = addressOf({ search: typed.trim() });
    navigate(query === '' ? '/help' : `/help?${query}`);
  }
  return (
    <Form role="search" aria-label="Help" className={styles.form} onSubmit={submit}>
      <TextField label="Search the help" type="search" value={typed} onChange={setTyped} />
      <Button type="submit" look="second">
        Search
      </Button>
    </Form>
  );
}
