export function Watch(_: { params: URLSearchParams }) {
  return <h1>Watch</h1>;
}
