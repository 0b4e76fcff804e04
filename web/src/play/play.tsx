export function Play(_: { params: URLSearchParams }) {
  return <h1>Play</h1>;
}
