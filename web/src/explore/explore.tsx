export function Explore(_: { params: URLSearchParams }) {
  return <h1>Explore</h1>;
}
