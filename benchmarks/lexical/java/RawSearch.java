import io.anserini.analysis.DefaultEnglishAnalyzer;
import io.anserini.search.SearchCollection;
import io.anserini.search.query.BagOfWordsQueryGenerator;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.similarities.BM25Similarity;
import org.apache.lucene.store.FSDirectory;

/**
 * Scores before the tie adjuster, as the shortest decimals that read back to the same float.
 *
 * <p>RawSearch INDEX K1 B DEPTH english|pretokenized; standard input: number, tab, query.
 */
public class RawSearch {
  public static void main(String[] args) throws Exception {
    var reader = DirectoryReader.open(FSDirectory.open(Path.of(args[0])));
    var searcher = new IndexSearcher(reader);
    float k1 = Float.parseFloat(args[1]);
    float b = Float.parseFloat(args[2]);
    int depth = Integer.parseInt(args[3]);
    searcher.setSimilarity(new BM25Similarity(k1, b));
    Analyzer analyzer =
        args[4].equals("english")
            ? DefaultEnglishAnalyzer.newDefaultInstance()
            : new WhitespaceAnalyzer();
    var generator = new BagOfWordsQueryGenerator();
    var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    var out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    for (String line; (line = lines.readLine()) != null; ) {
      String[] columns = line.split("\t", 2);
      var query = generator.buildQuery("contents", analyzer, columns[1]);
      var order = SearchCollection.BREAK_SCORE_TIES_BY_DOCID;
      for (ScoreDoc hit : searcher.search(query, depth, order, true).scoreDocs) {
        String id = reader.storedFields().document(hit.doc).get("id");
        out.print(columns[0] + "\t" + id + "\t" + Float.toString(hit.score) + "\n");
      }
    }
    out.flush();
  }
}
