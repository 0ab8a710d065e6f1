export default function PeoplePage() {
  return <h2>People</h2>;
}
