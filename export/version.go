package export

// Version is the version of voi, written into manifests and into the created_by
// field of every shard. It is bumped by hand: the same source gives the same
// bytes, whatever the build stamps.
const Version = "0.1.0"

// SchemaVersion is the version of the columns of [Row]. A change of a name, a
// type, an order or a meaning raises it.
const SchemaVersion = 2
