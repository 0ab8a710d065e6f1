import notice from '@/features/judging/frame/notice.module.css';
/** Why the passage changed by itself, said until the next one is judged here. */
export function TabNotice({ wasJudgedElsewhere }: Readonly<{ wasJudgedElsewhere: boolean }>) {
  return (
    <div role="status" aria-label="Your other tab">
      {wasJudgedElsewhere && (
        <p className={notice.notice}>
          You judged the previous passage in your other tab. This is the next one.
        </p>
      )}
    </div>
  );
}
