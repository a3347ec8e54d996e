// The page that asks for the token. Whoever came by a link from another site may have the token already: browsers do
// not send the cookie along such a way, but they do if this page itself leads on. One try is enough.

if (!location.search) location.replace(`/?again${location.hash}`);
