import notice from '@/features/judging/frame/notice.module.css';
/** What there is to say of the judgment that was saved last, as when others were quicker. */
export function SavedNotice({ sentence }: Readonly<{ sentence: string | null }>) {
  return (
    <div role="status" aria-label="Your last judgment">
      {sentence !== null && <p className={notice.notice}>{sentence}</p>}
    </div>
  );
}
