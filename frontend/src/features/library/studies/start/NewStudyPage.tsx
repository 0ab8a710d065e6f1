/** Chooses texts and rankers, shows what that costs, and starts the study. */
export default function NewStudyPage() {
  return <h1>New study</h1>;
}
