export default function GuidelinePage() {
  return <h2>Guideline</h2>;
}
