export default function LabelsPage() {
  return <h2>Labels</h2>;
}
