import notice from '@/features/judging/frame/notice.module.css';
type Props = Readonly<{ sentence: string | null }>;

/** What there is to say of the judgment that was saved last, as when others were quicker. */
export function SavedNotice({ sentence }: Props) {
  return (
    <div role="status" aria-label="Your last judgment">
      {sentence !== null && <p className={notice.notice}>{sentence}</p>}
    </div>
  );
}
