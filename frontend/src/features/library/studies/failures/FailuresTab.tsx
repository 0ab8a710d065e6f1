export default function FailuresTab() {
  return <p>Failures</p>;
}
