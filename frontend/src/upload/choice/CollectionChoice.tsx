import type { Collection } from '@/api/types';
import { ChoiceOrUpload } from '@/upload/choice/ChoiceOrUpload';
import type { ChoiceProps } from '@/upload/choice/ChoiceOrUpload';
import { useSendCollection } from '@/upload/send/uploads';
import { sizedOptions } from '@/shared/ui/fields/options';

type Props = ChoiceProps<Collection> & Readonly<{ label: string }>;

/** A collection that there is, or one more by upload. */
export function CollectionChoice(props: Props) {
  const send = useSendCollection();
  return (
    <ChoiceOrUpload
      {...props}
      heading="Collection"
      options={sizedOptions(props.rows, 'passage', ({ n_passages: n }) => n)}
      another="Upload another collection"
      box={{
        what: 'collection',
        label: 'Files of passages',
        hint: 'TSV (id, text), JSONL, TREC SGML or a tarball of HTML pages, gzipped or not.',
        isMultiple: true,
        command: (name, files) => `./dev manage import_collection ${name} ${files}`,
        send,
      }}
    />
  );
}
