export default function TopicsTab() {
  return <p>Topics</p>;
}
